/** Help entry about a task or term. `commandId`: command that does the task or opens the right screen. */
type Answer = readonly [title: string, text: string, commandId?: string];

export const TASKS: readonly Answer[] = [
  [
    'Connect to your service',
    'Enter a name, the environment, the service’s three addresses and the API key. “Check connection” tests the connection. “Save” stores the key in the keychain.',
    'connections.new',
  ],
  [
    'Learn Easel with sample data',
    'Practice mode runs a sample service on this computer. You need no account. The data is deleted when Easel quits.',
    'connections.practise',
  ],
  [
    'Rotate an API key',
    'Stage the next key, check it with the board API and the paper API, and switch to it. Delete the old key in the service’s dashboard, then retire the old key in Easel. You can save the rotation record as a PDF.',
    'keys.stage',
  ],
  [
    'See which keys are due for rotation',
    '“All keys” lists the keys of every connection by due date. You can set a reminder date when you add a key, or later with “Edit key…”.',
    'keys.all',
  ],
  [
    'Show an auditor how a key was rotated',
    'The rotation record shows who rotated the key and when, the check’s result, and both keys’ fingerprints. To save it as text or PDF, choose “Rotation record” above a connection’s keys.',
    'view.keys',
  ],
  [
    'Test whether my keys work',
    '“Check keys” tests the current key and the next key with the board API and the paper API. Easel creates up to two access tokens for the check, and doesn’t keep them.',
    'keys.rehearse',
  ],
  [
    'Find what went wrong with the service',
    '“Service status” shows the last success and any problems of each part of the service. To send this information to support, choose “Copy status”.',
    'view.service-status',
  ],
  [
    'Simulate an outage or a key rotation',
    'Open the practice connection and choose “Practise…” in the title bar. To stop, choose “End” in the banner. Your own connections are not affected.',
    'connections.practise-outage',
  ],
  [
    'Connect through a proxy or with a company certificate',
    'Easel uses the system’s proxy and certificates. The network settings show the route to the service. There, you can also add certificates and forget proxy sign-ins.',
    'network.settings',
  ],
  [
    'Clean up old boards',
    'Filter the boards, or choose the view “Older than 90 days”. Select all matching boards and choose “Delete…”. Review the list, then confirm. Easel deletes nothing until the hold (a countdown) ends.',
    'view.boards',
  ],
  [
    'Clean up regularly with a rule',
    'Save the filters as a view and turn on “Cleanup rule”. The Home screen counts the matching boards, and “Review” opens a delete review of the oldest ones. A rule never deletes anything.',
    'view.boards',
  ],
  [
    'Cancel or pause a delete',
    'Jobs lists every delete that is on hold or running. If you cancel a delete during its hold, Easel never sends it. If you pause or stop a delete, the remaining boards aren’t deleted.',
    'jobs.show',
  ],
  [
    'Let a second person check a cleanup',
    'When you review a delete, save it as a cleanup plan. A colleague can then open the plan, check it and run the delete.',
    'jobs.open-plan',
  ],
  [
    'Ask a colleague to approve a delete',
    'When you review a delete, save it as a team plan. A colleague approves or declines the plan under “Team plans”. Any member can then run the approved plan, or continue it after a stop.',
    'jobs.team-plans',
  ],
  [
    'See who is in a room',
    'The lists of boards and papers and the visit dialog show which colleagues are in a room. To hide your own visits, open Settings → Team.',
    'view.settings',
  ],
  [
    'Protect a board from deletion',
    'Select the board, press E to edit its notes, and turn on “Protected”. Deletes on this computer skip protected boards. If the connection has joined a team account, your team’s deletes skip them too.',
    'view.boards',
  ],
  [
    'Give boards labels, tags and customers',
    'The service identifies boards only by id. Labels, notes, tags and customers are saved on this computer or in the team register. You can edit them for many boards at once.',
    'view.boards',
  ],
  [
    'Import labels and customers from a spreadsheet',
    'Save the spreadsheet as CSV, with the board ids in a column named “id”. Easel shows matches, unknown ids and changes before it imports anything.',
    'notes.import',
  ],
  [
    'See everything about a customer',
    'The Customers screen lists each customer’s boards, papers, oldest board and most recent visit. Open a customer to see the details.',
    'view.customers',
  ],
  [
    'Find a missing paper',
    'The service can’t list papers. Easel lists only papers that it created, or that you added by link or id. If a paper is missing, add it.',
    'papers.add',
  ],
  [
    'Create join links for a class',
    'Paste the people’s names. Easel creates one paper for everyone or one paper per person, and a join link for each name. Share the links as a CSV file, email text or QR codes.',
    'papers.class-pack',
  ],
  [
    'Give one person a join link',
    'Select a paper and press L to copy a join link. Anyone with the link can join the paper until the paper is deleted.',
    'view.papers',
  ],
  [
    'Use a paper as a template',
    'Mark the paper as a template. New papers can then start as copies of the template.',
    'view.papers',
  ],
  [
    'See what’s happening in a room',
    'Select a paper and press P to visit its room. Everyone in the room sees your display name. Easel blocks your input until you allow it.',
    'view.papers',
  ],
  [
    'Continue a visit in a browser',
    'In the visit dialog, choose “Open in a browser” and copy the link into a browser. Easel can’t end a visit in the browser or block your input there.',
    'view.papers',
  ],
  [
    'Pin a view to the sidebar',
    'Choose a view in the view menu above the list. Then open the menu again and choose “Pin”. In the sidebar, Alt+Up and Alt+Down move the focused view.',
    'view.boards',
  ],
  [
    'Allow changes on a read-only connection',
    'Unlock the connection to allow changes for 10 minutes. Your organisation’s policy may forbid unlocking.',
    'connections.unlock-changes',
  ],
  [
    'Hand a connection to a colleague',
    'Easel exports the connection to a file without its API key. Your colleague imports the file and enters their own key.',
    'connections.hand-over',
  ],
  [
    'Import connections, papers or notes',
    'Open a file that Easel exported, or a CSV file with notes. Easel shows the changes before it imports anything.',
    'connections.import',
  ],
  [
    'Hide names while sharing the screen',
    'Press F8 to blur names, ids and links. Press F8 again to show them.',
    'view.blur',
  ],
];

export const TERMS: readonly Answer[] = [
  ['Access token', 'An access token is the secret part of a join link, for one paper and one name.'],
  ['API key', 'An API key lets Easel act for your account. Easel sends the key only to your service.'],
  ['Blocked input', 'Easel blocks your own mouse and keyboard in a room until you allow input.'],
  ['Board', 'A board is a whiteboard with a room_id. The service lists boards, but gives them no names.'],
  ['Class pack', 'A class pack creates papers for a group, with a join link for each person.'],
  [
    'Cleanup rule',
    'A cleanup rule is a saved view with a minimum board age and a maximum number of boards per review. The Home screen counts the matching boards. A rule never deletes anything.',
  ],
  ['Cleanup plan', 'A cleanup plan is a file that lists boards to delete. A colleague can run the plan.'],
  ['Connection', 'A connection has the settings for one account: its addresses, API key and environment.'],
  ['Customer', 'A customer is a name that you save in the notes of boards and papers.'],
  ['Environment', 'The environment is a connection’s purpose: Production, Staging, Test or Practice.'],
  [
    'Hold',
    'The hold is the time between confirming a delete and sending it to the service. If you cancel the delete or quit Easel during the hold, nothing is sent.',
  ],
  ['Job', 'A job is a series of requests to the service, such as a delete. Jobs can be paused.'],
  ['Join link', 'A join link lets a person join a paper. To revoke the link, you must delete the paper.'],
  ['Label, note and tag', 'Your words for a board or paper, saved on this computer or in the team register.'],
  ['May be incomplete', 'Easel couldn’t confirm that the list is complete, so boards may be missing.'],
  ['Next key', 'The next key is a staged API key that Easel doesn’t use yet.'],
  [
    'Outcome unknown',
    'Easel got no clear response to a request to create a board or paper, and never repeats the request. Check whether the board or paper exists before you create it again.',
  ],
  ['Paper', 'A paper is a whiteboard with an identifier and a name. The service can’t list papers.'],
  ['Practice mode', 'Practice mode is a sample service that runs on this computer, for training.'],
  ['Preview', 'A preview is a visit to a live room. Everyone in the room sees your name.'],
  ['Read-only', 'Easel refuses every change on a read-only connection until you unlock the connection.'],
  ['Receipt', 'A receipt proves a visit: its times, reason and activity log entry number.'],
  ['Retire', 'Retiring removes a previous key from Easel, after you deleted it in the service’s dashboard.'],
  ['Room', 'A room is a paper’s live space, where people draw together.'],
  ['Rotation record', 'A rotation record proves a key change: who, when, the check and both fingerprints.'],
  ['Stage', 'Staging saves the next key without using it yet. This works offline.'],
  ['Team plan', 'A team plan is a saved delete that can run only after a colleague has approved it.'],
  ['Team register', 'The team register is a PostgreSQL database of shared notes, papers, views and plans.'],
  ['Template', 'New papers can be copies of a template. Later edits of the template don’t change copies.'],
];

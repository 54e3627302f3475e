/** Help entry about a task or term. `commandId`: command that does the task or opens the right screen. */
type Answer = readonly [title: string, text: string, commandId?: string];

export const TASKS: readonly Answer[] = [
  [
    'Connect to your service',
    'Enter a name, the environment, three addresses and the API key. “Check connection” tests each part of the service. “Save” stores the key in the keychain.',
    'connections.new',
  ],
  [
    'Learn Easel with sample data',
    'Practice mode runs a complete service on this computer. It needs no account, and its data is lost when Easel quits.',
    'connections.practise',
  ],
  [
    'Rotate an API key',
    'Stage the next key and check it with both APIs. Switch to the next key, delete the old key in the service’s dashboard, then retire the old key in Easel. You can save the rotation record as a PDF.',
    'keys.stage',
  ],
  [
    'See which keys are due for rotation',
    '“All keys” lists the keys of every connection by due date. You can set a reminder date when you add a key, or later with “Edit key…”.',
    'keys.all',
  ],
  [
    'Show an auditor how a key was rotated',
    'The rotation record shows the person, the time, the check and both fingerprints. To save it as text or PDF, choose “Rotation record” above a connection’s keys.',
    'view.keys',
  ],
  [
    'Test whether my keys work',
    'The check tests the current and the next key with both APIs. It creates up to two access tokens, then discards them.',
    'keys.rehearse',
  ],
  [
    'Find what went wrong with the service',
    '“Service status” shows the last success and any problems for each part. “Copy status” copies this information for support.',
    'view.service-status',
  ],
  [
    'Simulate an outage or a key rotation',
    'Open the practice connection and choose “Practise…” in the title bar. To stop, choose “End” in the banner. Your own connections are not affected.',
    'connections.practise-outage',
  ],
  [
    'Connect through a proxy or with a company certificate',
    'Easel uses the system’s proxy and certificates. In the network settings, you can see the route, add certificates and remove a proxy sign-in.',
    'network.settings',
  ],
  [
    'Clean up old boards',
    'Filter the boards, or choose the view “Older than 90 days”. Select all matching boards and choose “Delete…”. Review what will be deleted. Nothing is sent until the hold ends.',
    'view.boards',
  ],
  [
    'Clean up regularly with a rule',
    'Save the filters as a view and turn on “Cleanup rule”. Home counts the boards that match, and “Review” opens the oldest ones. A rule never deletes anything.',
    'view.boards',
  ],
  [
    'Cancel or pause a delete',
    'Jobs lists every delete that is on hold or running. If you cancel during the hold, nothing is sent. If you pause or stop a delete, the remaining boards aren’t deleted.',
    'jobs.show',
  ],
  [
    'Let a second person check a cleanup',
    'When you review a delete, save it as a plan. Your colleague opens the plan and runs it.',
    'jobs.open-plan',
  ],
  [
    'Ask a colleague to approve a delete',
    'When you review a delete, save it as a team plan. A colleague approves or declines the plan under Team plans. Any member can then run an approved plan, or continue a stopped run.',
    'jobs.team-plans',
  ],
  [
    'See who is in a room',
    'Lists and the visit dialog show which colleagues are in a room. To hide your own visits, open Settings → Team.',
    'view.settings',
  ],
  [
    'Protect a board from deletion',
    'Select the board, edit its notes (E) and turn on “Protected”. Deletes on this computer skip protected boards. If the connection has joined a team account, your team’s deletes skip them too.',
    'view.boards',
  ],
  [
    'Give boards labels, tags and customers',
    'The service identifies boards only by id. Labels, notes, tags and customers are saved on this computer or in the team register. You can edit them for many boards at once.',
    'view.boards',
  ],
  [
    'Import labels and customers from a spreadsheet',
    'Save the table as CSV with a column named id. Easel shows matches, unknown ids and changes before it imports anything.',
    'notes.import',
  ],
  [
    'See everything about a customer',
    'The Customers screen lists each customer’s boards, papers, oldest board and most recent visit. Open a customer to see the details.',
    'view.customers',
  ],
  [
    'Find a missing paper',
    'The service can’t list papers. Easel shows the papers that it created, or that you added by link or id.',
    'papers.add',
  ],
  [
    'Create join links for a class',
    'Paste the names. Easel creates one paper for everyone or one paper per person, and a join link for each name. Share the links as CSV, mail text or QR codes.',
    'papers.class-pack',
  ],
  [
    'Give one person a join link',
    'Select a paper and copy its join link (L). The link lets in everyone who has it, until the paper is deleted.',
    'view.papers',
  ],
  [
    'Use a paper as a template',
    'Mark the paper as a template. New papers can then start as copies of it.',
    'view.papers',
  ],
  [
    'See what’s happening in a room',
    'Select a paper and visit it (P). Everyone in the room sees your display name. Easel blocks your input until you allow it.',
    'view.papers',
  ],
  [
    'Continue a visit in a browser',
    'In the visit dialog, choose “Open in a browser” and copy the link. Easel can’t end this visit or block your input.',
    'view.papers',
  ],
  [
    'Pin a view to the sidebar',
    'Choose a view above the list, then “Pin” in the same menu. Alt+Up and Alt+Down move a pinned view.',
    'view.boards',
  ],
  [
    'Allow changes on a read-only connection',
    'Unlocking allows changes for 10 minutes. Your organisation’s policy may not allow this.',
    'connections.unlock-changes',
  ],
  [
    'Hand a connection to a colleague',
    'Easel saves a file without the key. Your colleague imports it and pastes their own key.',
    'connections.hand-over',
  ],
  [
    'Import connections, papers or notes',
    'Open a file that Easel exported, or a CSV file with notes. Easel shows what is new before it adds anything.',
    'connections.import',
  ],
  [
    'Hide names while sharing the screen',
    'Press F8 to blur names, ids and links. Press F8 again to show them.',
    'view.blur',
  ],
];

export const TERMS: readonly Answer[] = [
  [
    'Access token',
    'Developers’ term for the secret in a join link. A token belongs to one paper and one name.',
  ],
  ['API key', 'The secret that lets Easel act for your account. Easel sends it only to your service.'],
  [
    'Blocked input',
    'Easel blocks your input in rooms until you allow it. Input from other computers isn’t blocked.',
  ],
  ['Board', 'A whiteboard with a room_id. The service lists boards, but gives them no names.'],
  [
    'Cleanup rule',
    'A saved view with a minimum board age and a maximum number of boards per review. Home counts the boards that match. A rule never deletes anything.',
  ],
  ['Cleanup plan', 'A file that lists the boards to delete. One person drafts the plan, another runs it.'],
  ['Connection', 'One account of the service: its addresses, its API key and its environment.'],
  ['Customer', 'The name of a customer, saved in the notes of boards and papers.'],
  [
    'Environment',
    'Production, Staging, Test or Practice. Its name and colour appear in every dialog about one connection.',
  ],
  [
    'Hold',
    'The time between confirming a delete and sending it. If you cancel or quit during the hold, nothing is sent.',
  ],
  [
    'Join link',
    'An address that lets a person join a paper. To revoke a join link, you must delete the paper.',
  ],
  [
    'Label, note and tag',
    'Your own words for a board or paper, saved on this computer or in the team register.',
  ],
  ['May be incomplete', 'Easel couldn’t confirm the end of the list, so boards may be missing.'],
  ['Next key', 'A staged API key that Easel doesn’t use yet.'],
  [
    'Outcome unknown',
    'Easel got no clear response to a request to create a board or paper, and never repeats the request. Check if the board or paper exists before you create it again.',
  ],
  ['Paper', 'A whiteboard with an identifier and a name. The service can’t list papers.'],
  ['Practice mode', 'A complete service on this computer with sample data, for training.'],
  ['Preview', 'A visit to a live room. Everyone in the room sees your name.'],
  ['Read-only', 'Easel refuses every change on this connection until you unlock it.'],
  ['Receipt', 'The proof of a visit: times, reason and the number of the activity log entry.'],
  ['Retire', 'Removes the previous key from Easel, after you have deleted it in the service’s dashboard.'],
  ['Room', 'A paper’s live space, where people draw together.'],
  ['Rotation record', 'The proof of a key change: who, when, how it was checked, and both fingerprints.'],
  ['Stage', 'Saves the next key without using it yet. This works offline.'],
  [
    'Team plan',
    'A delete that its author has reviewed and saved for the team. It can run only after a colleague has approved it.',
  ],
  ['Template', 'A paper that new papers can copy. Later edits don’t change earlier copies.'],
];

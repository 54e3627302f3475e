/** Help entry about a task or term. `commandId` is the command that does the task or opens its screen. */
type Answer = readonly [title: string, text: string, commandId?: string];

export const TASKS: readonly Answer[] = [
  [
    'Connect to your service',
    'Enter a name, the environment, three addresses and the API key. Check reports each part. Save puts the key into the keychain.',
    'connections.new',
  ],
  [
    'Learn Easel with sample data',
    'Practice mode runs a complete service on this computer. It needs no account, and its data is lost when Easel quits.',
    'connections.practise',
  ],
  [
    'Rotate an API key',
    'Stage the next key and check it at both APIs. Then use it, delete the old key in the service’s dashboard, and retire it in Easel. The rotation record can be saved as PDF.',
    'keys.stage',
  ],
  [
    'See which keys are due for rotation',
    'All keys lists the keys of every connection by due date. A reminder date is set with the key, or later with Edit.',
    'keys.all',
  ],
  [
    'Show an auditor how a key was rotated',
    'The rotation record has the person, the time, the check and both fingerprints. Save it above the keys of a connection, as text or PDF.',
    'view.keys',
  ],
  [
    'Test whether my keys work',
    'The check tries the current and the next key at both APIs. It creates and discards one access token.',
    'keys.rehearse',
  ],
  [
    'Find what went wrong with the service',
    'The service status shows each part, its last success and its problem. Copy status copies them for support.',
    'view.service-status',
  ],
  [
    'Rehearse an outage or a key rotation',
    'Open the practice connection and choose Practise in the title bar. End stops the rehearsal. Your own connections are not affected.',
    'connections.practise-outage',
  ],
  [
    'Connect through a proxy or with a company certificate',
    'Easel uses the system’s proxy and certificates. The network settings show the route, add certificates, and forget the sign-in of a proxy.',
    'network.settings',
  ],
  [
    'Clean up old boards',
    'Filter the boards, or choose the view Older than 90 days. Select all matching boards and choose Delete. The review shows what would be deleted, and nothing is sent before the hold ends.',
    'view.boards',
  ],
  [
    'Clean up regularly with a rule',
    'Save the filters as a view and turn on Cleanup rule. Home counts the boards that match, and Review opens the oldest ones. A rule never deletes anything.',
    'view.boards',
  ],
  [
    'Cancel or pause a delete',
    'The jobs list every held and running delete. Cancel during the hold sends nothing. Pause and Stop keep the remaining boards.',
    'jobs.show',
  ],
  [
    'Let a second person check a cleanup',
    'Save a plan in the review of a delete. Your colleague opens the plan and runs it.',
    'jobs.open-plan',
  ],
  [
    'Let the team approve a delete',
    'Save the plan for the team in the review of a delete. A colleague approves or declines it under Team plans. Any member can then run it, and continue a stopped run.',
    'jobs.team-plans',
  ],
  [
    'See who is in a room',
    'Rows and the dialog of a visit name colleagues who are in the room. To hide your own visits, open Settings, Team.',
    'view.settings',
  ],
  [
    'Protect a board from deletion',
    'Select the board, edit its notes (E) and turn on Protected. Deletes on this computer skip it, and those of the team if the connection shares an account.',
    'view.boards',
  ],
  [
    'Give boards labels, tags and customers',
    'The service knows boards only by id. Labels, notes, tags and customers are kept on this computer or in the team register. They can be edited for many boards at once.',
    'view.boards',
  ],
  [
    'Import labels and customers from a spreadsheet',
    'Save the table as CSV with a column named id. Easel shows matches, unknown ids and changes before it imports anything.',
    'notes.import',
  ],
  [
    'See everything about a customer',
    'The customers are listed with their boards, papers, oldest board and last visit. Open one for its boards, papers, visits and notes.',
    'view.customers',
  ],
  [
    'Find a missing paper',
    'The service doesn’t list papers. Easel shows those that it created, or that you added by link or id.',
    'papers.add',
  ],
  [
    'Make join links for a class',
    'Paste the names. Easel creates one paper for all or one each, and a join link per name. Hand the links out as CSV, mail text or QR codes.',
    'papers.class-pack',
  ],
  [
    'Invite one person',
    'Select a paper and copy its join link (L). The link lets in everyone who has it, until the paper is deleted.',
    'view.papers',
  ],
  [
    'Use a paper as a template',
    'Mark the paper as a template. New papers can then start as copies of it.',
    'view.papers',
  ],
  [
    'Look into a room',
    'Select a paper and visit it (P). Everyone in the room sees your display name. The shield blocks your input until you lift it.',
    'view.papers',
  ],
  [
    'Continue a visit in a browser',
    'Choose In a browser in the dialog of a visit, and copy the link. Easel can neither end this visit nor block your input.',
    'view.papers',
  ],
  [
    'Pin a view to the sidebar',
    'Choose a view above the list, then Pin in the same menu. Alt+Up and Alt+Down move a pinned view.',
    'view.boards',
  ],
  [
    'Allow changes on a read-only connection',
    'Unlocking allows changes for 10 minutes. Your organisation’s policy may forbid it.',
    'connections.unlock-changes',
  ],
  [
    'Hand a connection to a colleague',
    'Easel writes a file without the key. Your colleague imports it and pastes their own key.',
    'connections.hand-over',
  ],
  [
    'Import connections, papers or notes',
    'Open a file that Easel exported, or a table of notes. Easel shows what is new before it adds anything.',
    'connections.import',
  ],
  [
    'Hide names while sharing the screen',
    'Blurring hides names, ids and links. The same key shows them again.',
    'view.blur',
  ],
];

export const TERMS: readonly Answer[] = [
  ['Access token', 'The secret in a join link, in developers’ words. It belongs to one paper and one name.'],
  ['API key', 'The secret that lets Easel act for your account. It never leaves the main process.'],
  ['Board', 'A whiteboard with a room_id. The service lists boards, but gives them no names.'],
  ['Cleanup rule', 'A saved view with an age and a limit. Home reports its boards; it never deletes.'],
  ['Cleanup plan', 'A file with the ids of a cleanup. One person drafts it, another runs it.'],
  ['Connection', 'One account of the service: its addresses, its API key and its environment.'],
  ['Customer', 'A name in the notes of boards and papers.'],
  ['Environment', 'Production, Staging, Test or Practice. Its word and colour mark every dialog.'],
  ['Hold', 'The time between confirming a delete and sending it. Cancel or quit, and nothing is sent.'],
  [
    'Join link',
    'An address that lets a person into a paper. It can’t be revoked without deleting the paper.',
  ],
  [
    'Label, note and tag',
    'Your own words for a board or paper, kept on this computer or in the team register.',
  ],
  ['May be incomplete', 'The end of the list couldn’t be proven, so boards may be missing.'],
  ['Next key', 'A staged API key that Easel doesn’t use yet.'],
  ['Outcome unknown', 'A create got no clear answer. Easel never sends it again; check before you do.'],
  ['Paper', 'A whiteboard with an identifier and a name. The service can’t list papers.'],
  ['Practice mode', 'A complete service on this computer with sample data, for rehearsals.'],
  ['Preview', 'A visit to a live room. Everyone in the room sees your name.'],
  ['Read-only', 'Easel refuses every change on this connection until you unlock it.'],
  ['Receipt', 'The proof of a visit: times, reason and entry number.'],
  ['Retire', 'Removes the previous key, after it was deleted in the service’s dashboard.'],
  ['Room', 'The live place of a paper, where people draw together.'],
  ['Rotation record', 'The proof of a key change: who, when, how it was checked, and both fingerprints.'],
  ['Shield', 'Blocks your input in a room. The block is on this computer only.'],
  ['Stage', 'Saves a next key without using it. This works offline.'],
  ['Team plan', 'A reviewed delete in the team register. It runs only after a colleague approved it.'],
  ['Template', 'A paper that new papers can copy. Later edits don’t change earlier copies.'],
];

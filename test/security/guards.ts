/** T2: the lines that keep Easel safe, each with the test that must fail once it is gone. */

export interface Guard {
  /** Where it stands. */
  readonly file: string;
  /** What is taken out: a text that the file holds once. */
  readonly text: string;
  /** What stands there then; nothing where the whole statement goes. */
  readonly without: string;
  /** The test file of which one test at least must fail then, or the id of a check of `npm run security`. */
  readonly test: string;
}

type Taken = string | readonly [text: string, without: string];

const unit = (file: string): string => `test/unit/main/${file}.test.ts`;
const contract = (file: string): string => `test/contract/${file}.test.ts`;

function guardsOf(file: string, test: string, taken: readonly Taken[]): readonly Guard[] {
  return taken.map((each) => {
    const [text, without] = typeof each === 'string' ? [each, ''] : each;
    return { file: `main/${file}.ts`, text, without, test };
  });
}

/** Who may call, what may be said, and whether a person meant it. */
const BORDER: readonly Guard[] = [
  ...guardsOf('security/trusted-sender', unit('security/trusted-sender'), [
    'if (event.sender !== webContents || event.sender.id !== webContents.id) return false;',
    "if (event.sender.getType() !== 'window') return false;",
    'if (frame === null || frame.parent !== null || frame !== webContents.mainFrame) return false;',
    ['frame.origin === APP_ORIGIN && originOf(frame.url) === APP_ORIGIN', 'true'],
  ]),
  ...guardsOf('ipc/dispatch', contract('senders'), [
    "if (!isTrusted) return refuse('(unknown)', 'bad-request', 'sender');",
  ]),
  ...guardsOf('ipc/dispatch', contract('rates'), [
    "if (!slots.hasRoom(name) || !rate.take(name)) return refuse(name, 'too-fast', 'rate');",
  ]),
  ...guardsOf('ipc/dispatch', contract('args'), [
    "if (notPlain !== null) return refuse(name, 'bad-request', notPlain);",
    "if (!read.success) return refuse(name, 'bad-request', where(read.issues));",
  ]),
  ...guardsOf('ipc/dispatch', unit('ipc/plain-data'), [
    "if (FORBIDDEN_KEYS.has(key)) return 'a forbidden key';",
    "if (descriptor === undefined || !('value' in descriptor)) return 'a computed property';",
    "if (depth > DEEPEST) return 'too deep, or a cycle';",
  ]),
  ...guardsOf('ipc/dispatch', contract('gates'), [
    'if (closed !== null) return fail(closed);',
    ['const closedMeanwhile = gate(call);', 'const closedMeanwhile = null;'],
    'if (closedWhileAsking !== null) return fail(closedWhileAsking);',
  ]),
  ...guardsOf('ipc/dispatch', contract('consent'), [
    'if (unmeant !== null) return fail(unmeant);',
    'if (!answered.ok) return answered;',
  ]),
  ...guardsOf('wording/failure', 'S22', [
    ['if (JSON.stringify(answered) === JSON.stringify(now)) return null;', 'return null;'],
  ]),
  ...guardsOf('ipc/dispatch', contract('secrets'), ['if (secret !== null) return fail(secret);']),
  ...guardsOf('ipc/dispatch', contract('replies'), [
    ['if (!checked.success) return refuse', 'if (false) return refuse'],
    "if (JSON.stringify(checked.output).length > LARGEST_REPLY)\n      return refuse(name, 'internal', 'reply too large');",
  ]),
  ...guardsOf('ipc/consent', contract('consent'), [
    'this.#used = { page: read.output.page, number: read.output.number };',
    [' && msAgo <= PRESS_LASTS_MS && ', ' && '],
    [' && this.#now() - msAgo >= this.#dropped', ''],
    ['if (yes && !asking.signal.aborted) return null;', 'if (yes) return null;'],
  ]),
];

/** What pages may do, where they may go, and what Easel may be started with. */
const PAGES: readonly Guard[] = [
  ...guardsOf('security/lockdown', unit('security/lockdown'), [
    "contents.setWindowOpenHandler(() => ({ action: 'deny' }));",
    "contents.on('will-navigate', stayHome);",
    "contents.on('will-frame-navigate', stayHome);",
    "contents.on('will-redirect', stayHome);",
    "contents.on('will-attach-webview', (event) => event.preventDefault());",
    'event.preventDefault();\n    choose();',
    'denyPermissions(session);',
    ['callback({ cancel: true })', 'callback({})'],
  ]),
  ...guardsOf('security/permissions', unit('security/permissions'), [
    "if (question.permission === 'clipboard-read' && !mayRead()) return false;",
    [' && question.isMainFrame', ''],
    [' && question.origin === appOrigin', ''],
    ['callback(isLive(contents, guest) && previewMay', 'callback(previewMay'],
    ['return isLive(contents, guest) && previewMay', 'return previewMay'],
    'session.setPermissionCheckHandler(() => false);',
    'session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));',
    "session.off('will-download', prevent).on('will-download', prevent);",
  ]),
  ...guardsOf('security/app-files', unit('security/content-policy'), [
    '"default-src \'none\'",',
    '"connect-src \'none\'",',
    '"require-trusted-types-for \'script\'",',
  ]),
  ...guardsOf('security/app-files', unit('security/app-files'), [
    ['body === null || (await sha256Of(body)) !== file.sha256', 'body === null'],
    [' || url.host !== APP_HOST', ''],
    '.filter((file) => !NOT_SERVED.test(file.path))',
  ]),
  ...guardsOf('security/switches', unit('security/switches'), [
    ['if (name !== undefined) {', 'if (false) {'],
    '/^NODE_TLS_REJECT_UNAUTHORIZED$/i,',
    '/^SSLKEYLOGFILE$/i,',
  ]),
  ...guardsOf('window/hardened-window', unit('window/main-window'), [
    ['sandbox: true', 'sandbox: false'],
    ['contextIsolation: true', 'contextIsolation: false'],
    ['nodeIntegration: false', 'nodeIntegration: true'],
  ]),
  ...guardsOf('previews/guest-rules', unit('previews/guest-rules'), [
    'for (const name of Object.keys(target)) delete target[name];',
    'for (const name of Object.keys(params)) delete params[name];',
    'if (isPage) return isOwnPage(address, appOrigin);',
  ]),
  ...guardsOf('previews/guest', unit('previews/guest-refusals'), [
    'else previews.ended(grant.previewId);\n      event.preventDefault();',
  ]),
  ...guardsOf('previews/guest', unit('previews/guest'), [
    'if (pending === undefined || previews === null) contents.close();\n      else ',
    ['referrer === undefined ? {}', 'true ? {}'],
  ]),
  ...guardsOf('previews/guest', unit('previews/guest-input'), [
    "this.#options.log.warn('a preview was sent elsewhere, and is closed');\n      contents.close();",
    'if (!keyboard.keyInRoom(previewId, key)) event.preventDefault();',
    'if (!keyboard.pressInRoom(previewId)) event.preventDefault();',
  ]),
  ...guardsOf('previews/grants', unit('previews/grants'), [
    [' || entry.spent', ''],
    'if (!entry.spent && entry.expiresAt <= now) this.#entries.delete(id);',
  ]),
  ...guardsOf('previews/previews', unit('previews/guest-input'), [
    [' && this.keyboard.isPressed(previewId)', ''],
  ]),
  ...guardsOf('previews/previews', unit('previews/previews'), [['if (!allowVisits) {', 'if (false) {']]),
];

/** Which key goes where, and what is sent at all. */
const KEYS: readonly Guard[] = [
  ...guardsOf('connections/addresses', unit('connections/addresses'), [
    "if (url.username !== '' || url.password !== '' || text.split('/')[2]?.includes('@') === true) {\n    return fail('Remove the user name and password: Easel sends only the API key.');\n  }",
    "if (url.protocol === 'http:' && !isThisComputer(url.hostname)) {\n    return fail('Use https://. Plain http:// works only for this computer.');\n  }",
    "if (/%2f|%5c|%00/i.test(text)) return fail('Remove encoded slashes and control characters.');",
  ]),
  ...guardsOf('service/authorize', unit('service/authorize'), [
    'if (before !== null) return fail(before);',
    'if (written.some((text) => log.secrets.isIn(text) || used.isIn(text))) return fail(keyInAddress);',
    'if (after !== null) return fail(after);',
    'if (!held.value.origins.includes(url.origin)) return fail(enteredElsewhere(url));',
    'used.add(secret);',
  ]),
  ...guardsOf('connections/access', unit('connections/access'), [
    ['const message = record.ok ? this.whyNotAllowed(record.value) : null;', 'const message = null;'],
    "if (this.#options.isLocked()) return failure('locked');",
    ["if (effect === 'delete' && !this.#options.policy.allowDelete) {", 'if (false) {'],
    ['client.isEnded ? ended : ', ''],
  ]),
  ...guardsOf('connections/access', unit('connections/read-only'), [
    'if (forced) return fail(forcedFailure);',
    [' || typedName === connection.name', ' || true'],
  ]),
  ...guardsOf('connections/access', unit('connections/effects'), [
    ['return may.ok ? null : may.error;', 'return null;'],
  ]),
  ...guardsOf('connections/key-origins', unit('connections/key-origins'), [
    ['.every((origin) => origins.includes(origin))', '.every(() => true)'],
  ]),
  ...guardsOf('keychain/guarded', unit('keychain/guarded'), [
    [' && kept !== null && isSame(kept, secret)', ''],
    "if (!isSame(read, value)) return failed('error', 'A test item came back changed.');",
    "if ((await vault.get(account)) !== null)\n          return failed('error', 'The key is still there after removal.');",
    "if (read === null) return failed('locked', 'A test item could be written but not read.');",
    "if (wrong !== null) return fail(failure('invalid-input', { message: wrong }));",
  ]),
  ...guardsOf('connections/keychain-items', unit('connections/key-slots'), [
    [' && key.value.fingerprint(this.#salt) === fingerprint', ''],
  ]),
  ...guardsOf('service/http', unit('service/http'), [
    ["sent = attempted.sent || (sent && request.method !== 'POST');", 'sent = attempted.sent;'],
  ]),
  ...guardsOf('service/http', unit('service/retry'), [
    ["(method !== 'POST' && fault === 'lost')", "fault === 'lost'"],
    ['return isOfJob && status === 429;', 'return status === 429;'],
  ]),
  ...guardsOf('log/log', unit('log/log'), [
    ['shorten(redact(value, secrets))', 'shorten(value)'],
    ["isNamedSecret(name) ? '[redacted]' : inner", 'inner'],
  ]),
  ...guardsOf('lock/lock', unit('lock/lock'), [
    [
      "answeredWhile?.includes('locked') !== true ? failure('locked') : null",
      "answeredWhile?.includes('locked') !== true ? null : null",
    ],
    'this.#options.dropKeys();',
  ]),
  ...guardsOf('lock/lock', unit('lock/unlock'), [
    "if (early > 0) return beside(field, 'Too many wrong passphrases.', early);",
    "if (demands !== this.#demands) return fail(failure('locked'));\n    await",
  ]),
];

/** What may be deleted, and what the organisation says. */
const DEEDS: readonly Guard[] = [
  ...guardsOf('jobs/rules', unit('jobs/singles'), [
    ['Math.max(seconds, floorSecondsOf(policy, asked) ?? 0)', 'seconds'],
  ]),
  ...guardsOf('jobs/rules', unit('jobs/floors'), [
    ['if (maxBulk !== null && (row ?? items) > maxBulk) {', 'if (false) {'],
    ["if (policy.twoPersons && draftedBy !== 'another') {", 'if (false) {'],
    ["if (policy.requireReason && reason?.trim() === '') {", 'if (false) {'],
    ['if (deletes && !policy.allowDelete) {', 'if (false) {'],
  ]),
  ...guardsOf('jobs/reviewed', unit('jobs/reviews'), [
    'else if (row.local?.protected === true) this.skipped.protected += 1;',
  ]),
  ...guardsOf('jobs/reviewed', unit('jobs/plans'), [
    ['if (isProtected) this.skipped.protected += 1;', 'if (false) this.skipped.protected += 1;'],
  ]),
  ...guardsOf('jobs/reviews', unit('jobs/reviews'), [
    'if (refused !== null) return fail(refused);',
    ['if (mustType(record.value) && !isTyped(typed, boards, name)) {', 'if (false) {'],
    'if (addressFor(deleteKind(of), record.value) !== address) return fail(connectionMoved);',
    ['if (!this.#held.delete(reviewId)) return fail(reviewGone);', ''],
    ["if (!policy.requireReason || cleanLine(reason) !== '') return held;", 'return held;'],
  ]),
  ...guardsOf('policy/read-policy', unit('policy/read-policy'), [
    "if (stats.isSymbolicLink()) return 'It is a link. Replace it with the file itself.';",
    "if (!owners.includes(stats.uid)) return 'Root does not own the file. Make root the owner.';",
    [
      "if ((stats.mode & WRITABLE_BY_OTHERS) === 0) return null;\n  return 'Users other than root can write to the file.",
      "return null;\n  return 'Users other than root can write to the file.",
    ],
    'if (folderProblem !== null && place.ownFolder) return fail(folderProblem);',
  ]),
  ...guardsOf('files/strict-json', unit('files/strict-json'), ['if (names?.has(name)) return name;']),
  ...guardsOf('files/csv', unit('files/csv'), [
    ['LIKE_A_FORMULA.test(text) || isRewritable(text)', 'isRewritable(text)'],
  ]),
  ...guardsOf('activity/line', unit('activity/activity'), [[' && hashOf(before, body) === head.hash', '']]),
  ...guardsOf('transfer/seal', unit('transfer/seal'), [
    'decipher.setAAD(await boundBy(body, head));',
    ["decipher.final();\n      return ok(plain.toString('utf8'));", "return ok(plain.toString('utf8'));"],
  ]),
  ...guardsOf('updates/manifest', unit('updates/manifest'), [
    "if (signer === undefined) return fail('unknown-key');",
    "if (!isSignedBy(signer, payload, Buffer.from(sealed.signature, 'base64'))) return fail('bad-signature');",
    "if (read.channel !== reader.channel) return fail('wrong-channel');",
    "if (read.publisher !== reader.publisher) return fail('wrong-publisher');",
    "if (Date.parse(read.expires) <= reader.now) return fail('expired');",
    "if (seen !== null && read.number < seen.number) return fail('replayed');",
    "if (isNewer(highest, read.version)) return fail('downgrade');",
  ]),
  ...guardsOf('updates/updates', 'test/integration/main/updates.test.ts', [
    [
      "return digest === sha512 ? null : refused('The file is not the one that was signed.');",
      'return null;',
    ],
  ]),
  ...guardsOf('updates/updates', 'D3', [
    ['if (await isVerified(file, offered.file)) return work(offered);', 'return work(offered);'],
  ]),
  ...guardsOf('updates/fetch', unit('updates/fetch'), [["if (url.protocol !== 'https:')", 'if (false)']]),
  ...guardsOf('cli/commands', 'test/integration/main/commands.test.ts', [
    ['typed.trim() === String(count) ? ok(null) : fail(notTyped)', 'ok(null)'],
    'if ((isProduction || readOnly.on) && !host.allowsUnattended) return fail(needsTerminal(name));',
    ['options.expect === String(count)', 'true'],
  ]),
];

export const GUARDS: readonly Guard[] = [...BORDER, ...PAGES, ...KEYS, ...DEEDS];

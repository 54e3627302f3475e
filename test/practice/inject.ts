/** The practice service with faults: each request meets those that are set for its endpoint. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  boardFields,
  isRecord,
  json,
  type Answer,
  type Content,
  type Endpoint,
} from '../../main/practice/endpoints.ts';
import type { Exchange, Responder } from '../../main/practice/server.ts';
import { assertNever } from '../../preload/contract/failure.ts';
import type { ActiveFaults, CreatePaperShape, FaultOf, FaultPlan, ListPaging, ListShape } from './faults.ts';
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
    case 'offset-is-page':
      return list(limit, offset * limit);
    case 'offset-ignored':
      return list(limit, 0);
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
    case 'createPaper':
      return apply(answer, faults.first('create-paper-shape'), reshapeCreatedPaper);
    case 'createBoard':
      return apply(answer, faults.first('create-board-shape'), withoutId);
    case 'deletePaper':
    case 'deleteBoard':
    case 'viewBoard':
    case 'accessToken':
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
  const whole = shape.total === 'total' && isRecord(body) ? { ...body, total } : body;
  return { ...json(whole, answer.status), headers: answer.headers ?? {} };
}

function wrapList(boards: readonly Fields[], shape: ListShape): unknown {
  const envelope = shape.envelope ?? 'array';
  if (envelope === 'map') {
    return Object.fromEntries(
      boards.map(({ room_id: id, ...board }) => [String(id), listedBoard(board, shape, 0)]),
    );
  }
  const rows = boards.map((board, index) => listedBoard(board, shape, index));
  if (envelope === 'array') return rows;
  if (envelope === 'data.data') return { data: { data: rows } };
  return { [envelope]: rows };
}

function listedBoard(board: Fields, shape: ListShape, index: number): Fields {
  const { created_at: created, ...rest } = board;
  const number = shape.id === 'both' ? { id: index + 1 } : {};
  return { ...number, created_at: formatTime(String(created), shape.time ?? 'sql'), ...rest };
}

function formatTime(sql: string, form: NonNullable<ListShape['time']>): string | number {
  if (form === 'sql') return sql;
  const date = new Date(`${sql.replace(' ', 'T')}Z`);
  return form === 'iso' ? date.toISOString() : Math.floor(date.getTime() / 1000);
}

function reshapeCreatedPaper(answer: Answer, shape: CreatePaperShape): Answer {
  const { identifier, template_id: _left, ...rest } = fieldsOf(answer);
  switch (shape.variant) {
    case 'other-template':
      return json({ identifier, ...rest, template_id: randomUUID() }, answer.status);
    case 'no-template':
      return json({ identifier, ...rest }, answer.status);
    default:
      return assertNever(shape.variant);
  }
}

function withoutId(answer: Answer): Answer {
  const { room_id: _left, ...rest } = fieldsOf(answer);
  return json(rest, answer.status);
}

import { setTimeout as delay } from 'node:timers/promises';
import { isObject } from '../../main/lib/files/json-file.ts';
import { json, type Answer, type Service } from '../../main/practice/endpoints.ts';
import type { Exchange, Responder } from '../../main/practice/server.ts';
import type { ActiveFaults, FaultOf, FaultPlan } from './faults.ts';
import { sendAnswer } from './spoil.ts';

export function respondWithFaults(plan: FaultPlan): Responder {
  return async (exchange) => {
    const { endpoint, service, request, response, receive } = exchange;
    const faults = plan.next(endpoint);
    if (!(await receive())) return;
    for (const { ms } of faults.all('latency')) await delay(ms);
    if (faults.first('held')) await plan.untilCleared(endpoint);
    if (faults.first('silence')) return;
    const cut = faults.first('cut');
    if (cut?.at === 'before-headers') return void request.socket.resetAndDestroy();
    const instead = answerInstead(faults);
    if (instead && !faults.first('status')?.processed) return sendAnswer(response, instead, faults);
    const answer = work(exchange, faults);
    if (cut?.at === 'after-processing') return void request.socket.resetAndDestroy();
    const shaped = instead ?? reshape(answer, faults, service);
    return sendAnswer(response, shaped, faults);
  };
}

function answerInstead(faults: ActiveFaults): Answer | undefined {
  const status = faults.first('status');
  if (status) {
    return { ...statusContent(status), status: status.status, headers: status.headers ?? {} };
  }
  const html = faults.first('html');
  if (!html) return undefined;
  const body = '<!doctype html>\n<title>Sign in</title>\n<h1>Sign in to continue</h1>\n';
  return { status: html.status ?? 200, type: 'text/html; charset=utf-8', body };
}

function statusContent({ body }: FaultOf<'status'>): Pick<Answer, 'type' | 'body'> {
  if (body === undefined) return { type: '', body: '' };
  return typeof body === 'string' ? { type: 'text/plain; charset=utf-8', body } : json(body);
}

function work(exchange: Exchange, faults: ActiveFaults): Answer {
  const { endpoint, id, key, service } = exchange;
  if (key === 'accepted' && faults.first('delete-shape')?.variant === 'refused') {
    const known = endpoint === 'deletePaper' ? service.state.papers.has(id) : service.state.boards.has(id);
    if (known) return json({ success: false, reason: 'The item is in use.' });
  }
  return exchange.work();
}

function reshape(answer: Answer, faults: ActiveFaults, { state }: Service): Answer {
  const { status, type, body } = answer;
  if (status >= 300 || type !== 'application/json') return answer;
  if (faults.first('list-shape'))
    return json({ data: JSON.parse(String(body)) as unknown, total: state.boards.size }, status);
  const boardShape = faults.first('create-board-shape');
  if (!boardShape && !faults.first('create-paper-shape')) return answer;
  const value: unknown = JSON.parse(String(body));
  const { room_id, template_id: _template, ...rest } = isObject(value) ? value : {};
  return json(boardShape?.variant === 'id-only' ? { room_id } : rest, status);
}

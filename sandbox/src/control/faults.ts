import type { SandboxContext } from '../core/context.ts';
import { defined } from '../core/defined.ts';
import { faultKinds } from '../core/wire/faults.ts';
import { ControlError, readFields } from './control-request.ts';
import { platformOf } from './platform-access.ts';

export function addFault(context: SandboxContext, body: unknown): string {
  const fields = readFields(body, {
    platform: 'string!',
    operation: 'string',
    account: 'string',
    kind: 'string!',
    times: 'integer',
    afterMs: 'integer',
    value: 'integer',
    status: 'integer',
    body: 'object',
  });
  const { operation, account, value, status, body: replyBody, times = 1, afterMs = 0 } = fields;
  const platform = platformOf(context, fields.platform);
  const kind = faultKinds.find((each) => each === fields.kind);
  if (kind === undefined) throw new ControlError(`kind must be one of ${faultKinds.join(', ')}`);
  if (operation !== undefined && !platform.routes.some((route) => route.operation === operation)) {
    throw new ControlError(`${platform.name} has no operation ${operation}`);
  }
  if (times < 1 || afterMs < 0 || (value ?? 0) < 0) throw new ControlError('times, afterMs and value must be positive');
  checkStatus(status);
  const aim = defined({ operation, account, value, status, body: replyBody });
  return context.faults.add({ platform: platform.name, kind, times, afterMs, ...aim }).id;
}

function checkStatus(status = 400): void {
  if (status < 200 || status > 599) throw new ControlError('status must be 200 to 599');
}

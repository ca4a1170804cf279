import { type Fields, type Pdu, status } from '../../../engine/smpp/pdu.ts'
import type { Bind } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import { Rejection } from './rejection.ts'
import { submit } from './submit.ts'

/** Handles a request of a bind. Resolves with the fields of the response; rejects with the error. */
export async function serveRequest(ctx: SmppServerContext, bind: Bind, request: Pdu): Promise<Fields> {
  const { command } = request
  if (command !== 'submit_sm') throw new Rejection(status.invalidCommandId, `${command} is not supported`)
  if (bind.mode === 'receiver')
    throw new Rejection(status.invalidBindStatus, `${command} needs a bind as transmitter or transceiver`)
  return submit(ctx, bind.credential, request.fields)
}

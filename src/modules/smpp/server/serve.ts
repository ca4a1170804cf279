import type { DecodedFields } from '../../../engine/smpp/codec/fields.ts'
import { type Fields, type Pdu, status } from '../../../engine/smpp/pdu.ts'
import { takeFromRate } from '../credentials/rules.ts'
import type { Bind, SmppCredential } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import { cancelMessage, queryMessage } from './lookup.ts'
import { Rejection } from './rejection.ts'
import { submitMany, submitOne } from './submit.ts'

type Serve = (ctx: SmppServerContext, credential: SmppCredential, fields: DecodedFields) => Promise<Fields>

/** The commands of a bind that can submit. The session handles binds, unbind and enquire_link. */
const commands: Readonly<Record<string, Serve>> = {
  submit_sm: submitOne,
  submit_multi: submitMany,
  query_sm: queryMessage,
  cancel_sm: cancelMessage,
  async replace_sm() {
    throw new Rejection(status.replaceFailed, 'replace_sm is not supported: cancel the message and submit another')
  },
}

/**
 * Handles a request of a bind, which takes a place in the rate of the credential; a submit_multi takes one for each
 * destination. Resolves with the fields of the response; rejects with the error.
 */
export async function serveRequest(ctx: SmppServerContext, bind: Bind, { command, fields }: Pdu): Promise<Fields> {
  const serve = commands[command]
  if (serve === undefined) throw new Rejection(status.invalidCommandId, `${command} is not supported`)
  if (bind.mode === 'receiver')
    throw new Rejection(status.invalidBindStatus, `${command} needs a bind as transmitter or transceiver`)
  const { credential } = bind
  if (takeFromRate(ctx.rates, credential, Math.max(1, fields.dest_address?.length ?? 1)) > 0)
    throw new Rejection(status.throttled, `more than ${credential.rate} messages a second: send more slowly`)
  return serve(ctx, credential, fields)
}

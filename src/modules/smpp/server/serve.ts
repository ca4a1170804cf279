import type { Destination } from '../../../engine/smpp/codec/commands.ts'
import type { DecodedFields } from '../../../engine/smpp/codec/fields.ts'
import { type Fields, type Pdu, status } from '../../../engine/smpp/pdu.ts'
import type { Accepted } from '../../sms/index.ts'
import { takeFromRate } from '../credentials/rules.ts'
import { type Bind, formatMessageId, type SmppAddress, type SmppCredential } from '../model.ts'
import { acceptMessage, duplicateKey, type Message } from './accept.ts'
import type { SmppServerContext } from './context.ts'
import { cancelMessage, queryMessage } from './lookup.ts'
import { submitPart } from './parts.ts'
import { type Content, joinText, readContent } from './read-content.ts'
import { destinationOf, readHead } from './read-submit.ts'
import { Rejection, rejectionOfRecipient } from './rejection.ts'

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

/** Accepts a submit_sm. Resolves after the commit. */
async function submitOne(ctx: SmppServerContext, credential: SmppCredential, fields: DecodedFields) {
  const { head, content } = read(ctx, fields)
  const destination = destinationOf(fields)
  if (content.kind === 'text' && content.part !== null) {
    const id = await submitPart(ctx, credential, { head, destination, ...content, part: content.part })
    return { message_id: formatMessageId(id, credential) }
  }
  const message = { head, content: toReady(content, credential), destinations: [destination] }
  const accepted = await acceptMessage(ctx, credential, message, duplicateKey(credential, message))
  const [refused] = accepted.refused ?? []
  if (refused !== undefined) throw rejectionOfRecipient(refused.why)
  return { message_id: formatMessageId(accepted.requestId, credential) }
}

/** Accepts a submit_multi. The response names the destinations that are refused, each with its status. */
async function submitMany(ctx: SmppServerContext, credential: SmppCredential, fields: DecodedFields) {
  const all = fields.dest_address ?? []
  const { head, content } = read(ctx, fields)
  if (all.length === 0 || all.length > destinationsMax)
    throw new Rejection(status.invalidDestinationCount, `a submit_multi can have 1 to ${destinationsMax} destinations`)
  if (content.kind === 'text' && content.part !== null)
    throw new Rejection(status.submitFailed, 'send parts with submit_sm, or the whole text as message_payload')
  const destinations = all.flatMap((one) => ('dl_name' in one ? [] : [destinationOf(one)]))
  const lists = all.flatMap((one) => ('dl_name' in one ? [failureOf(one)] : []))
  if (destinations.length === 0)
    throw new Rejection(status.invalidDistributionList, 'there are no distribution lists: name the numbers')
  const message: Message = { head, content: toReady(content, credential), destinations }
  const accepted = await acceptMessage(ctx, credential, message, duplicateKey(credential, message))
  return {
    message_id: formatMessageId(accepted.requestId, credential),
    unsuccess_sme: [...lists, ...failuresOf(accepted, destinations)],
  }
}

const destinationsMax = 254

const failureOf = ({ dl_name: name }: Extract<Destination, { dl_name: string }>) => ({
  destination_addr: name,
  error_status_code: status.invalidDistributionList,
})

const failuresOf = ({ refused = [] }: Accepted, destinations: readonly SmppAddress[]) =>
  refused.flatMap(({ recipientId, why }) => {
    const one = destinations[Number(recipientId) - 1]
    if (one === undefined) return []
    const { ton, npi, address } = one
    const failure = { dest_addr_ton: ton, dest_addr_npi: npi, destination_addr: address }
    return [{ ...failure, error_status_code: rejectionOfRecipient(why).status }]
  })

const read = ({ clock, config }: SmppServerContext, fields: DecodedFields) => ({
  head: readHead(fields, clock.now(), config.validityHours * 3_600),
  content: readContent(fields),
})

function toReady(content: Content, { alphabet }: SmppCredential): Message['content'] {
  if (content.kind === 'binary') return content
  return { kind: 'text', text: joinText([content.body], alphabet), messageClass: content.messageClass }
}

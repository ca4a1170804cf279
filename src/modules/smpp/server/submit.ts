import type { Destination } from '../../../engine/smpp/codec/commands.ts'
import type { DecodedFields } from '../../../engine/smpp/codec/fields.ts'
import { type Fields, status } from '../../../engine/smpp/pdu.ts'
import type { Accepted } from '../../sms/index.ts'
import { formatMessageId, type SmppAddress, type SmppCredential } from '../model.ts'
import { acceptMessage, duplicateKey, type Message } from './accept.ts'
import type { SmppServerContext } from './context.ts'
import { submitPart } from './parts.ts'
import { type Content, joinText, readContent } from './read-content.ts'
import { destinationOf, readHead, type SubmitHead } from './read-submit.ts'

import { Rejection } from './rejection.ts'
import { rejectionOfRecipient } from './statuses.ts'

/** Accepts a submit_sm. Resolves after the commit. */
export async function submitOne(
  ctx: SmppServerContext,
  credential: SmppCredential,
  fields: DecodedFields,
): Promise<Fields> {
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
export async function submitMany(
  ctx: SmppServerContext,
  credential: SmppCredential,
  fields: DecodedFields,
): Promise<Fields> {
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

const read = (
  { clock, config }: SmppServerContext,
  fields: DecodedFields,
): { readonly head: SubmitHead; readonly content: Content } => ({
  head: readHead(fields, clock.now(), config.validityHours * 3_600),
  content: readContent(fields),
})

function toReady(content: Content, { alphabet }: SmppCredential): Message['content'] {
  if (content.kind === 'binary') return content
  return { kind: 'text', text: joinText([content.body], alphabet), messageClass: content.messageClass }
}

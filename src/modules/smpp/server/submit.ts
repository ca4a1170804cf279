import type { DecodedFields } from '../../../engine/smpp/codec/fields.ts'
import { type Fields, status } from '../../../engine/smpp/pdu.ts'
import { decodeText, formOf } from '../../../engine/smpp/text.ts'
import { fitText } from '../../../values/gsm.ts'
import { typedDigits } from '../../../values/phone.ts'
import { sendSms } from '../../sms/index.ts'
import { formatMessageId, type SmppCredential, type SubmitDetail } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import { Rejection } from './rejection.ts'

const noBytes = Buffer.alloc(0)

/** Accepts a submit_sm. Resolves after the commit. */
export async function submit(
  ctx: SmppServerContext,
  credential: SmppCredential,
  fields: DecodedFields,
): Promise<Fields> {
  const { short_message: short = noBytes, message_payload: payload = noBytes, data_coding: coding = 0 } = fields
  const text = decodeText(short.length === 0 ? payload : short, formOf(coding) ?? 'gsm7')
  const detail: SubmitDetail = {
    source: {
      ton: fields.source_addr_ton ?? 0,
      npi: fields.source_addr_npi ?? 0,
      address: fields.source_addr ?? '',
    },
    destinations: [
      { ton: fields.dest_addr_ton ?? 0, npi: fields.dest_addr_npi ?? 0, address: fields.destination_addr ?? '' },
    ],
    serviceType: fields.service_type ?? '',
    ...(fields.user_message_reference === undefined ? {} : { reference: fields.user_message_reference }),
  }
  const accepted = await sendSms(
    ctx,
    credential.accountId,
    {
      sender: detail.source.address,
      text,
      ...fitText(text, 'gsm'),
      scheduledAt: null,
      jobName: null,
      campaignTitle: null,
      recipients: [{ recipientId: '1', number: typedDigits(fields.destination_addr ?? '') }],
      origin: { kind: 'smpp', id: credential.id, reports: reportsOf(fields.registered_delivery ?? 0), detail },
    },
    null,
    credential.messagesPerDay,
  )
  if (accepted.valid === 0) throw new Rejection(status.invalidDestination, 'the number cannot be sent to')
  return { message_id: formatMessageId(accepted.requestId, credential) }
}

/** Delivered and failed, failed only, or delivered only. */
const finalReports = [0, 1 | 2, 2, 1]
const intermediate = 0x10
const taken = 8

const reportsOf = (registeredDelivery: number) =>
  (finalReports[registeredDelivery & 3] ?? 0) | ((registeredDelivery & intermediate) === 0 ? 0 : taken)

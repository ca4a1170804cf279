import { type DecodedFields, parseTime } from '../../../engine/smpp/codec/fields.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { parsePhone, typedDigits } from '../../../values/phone.ts'
import { reportEvents, type WireOptions } from '../../sms/index.ts'
import type { SmppAddress } from '../model.ts'
import { Rejection } from './rejection.ts'

/** The fields of a submit_sm or submit_multi except recipients and content. Plain data: it is stored with parts. */
export interface SubmitHead {
  readonly source: SmppAddress
  readonly serviceType: string
  readonly reference: number | null
  /** The sum of the wanted `reportEvents`. */
  readonly reports: number
  /** Milliseconds since 1970; null to send now. */
  readonly scheduledAtMs: number | null
  /** Null for the configured validity. */
  readonly validSeconds: number | null
  readonly priority: number
  /** Absent for 0. */
  readonly protocolId?: number
}

const priorityMax = 3
/** The bits of esm_class with the type of the message. A submit is always an ordinary one. */
const messageTypeBits = 0x3c
const minuteMs = 60_000

export function readHead(fields: DecodedFields, now: Date, validSecondsMax: number): SubmitHead {
  const { priority_flag: priority = 0, protocol_id: protocolId = 0, esm_class: esmClass = 0 } = fields
  if (priority > priorityMax) throw new Rejection(status.invalidPriority, 'priority_flag must be from 0 to 3')
  if ((esmClass & messageTypeBits) !== 0)
    throw new Rejection(status.invalidEsmClass, 'esm_class must have the message type 0')
  if ((fields.sm_default_msg_id ?? 0) !== 0)
    throw new Rejection(
      status.invalidDefaultMessage,
      'predefined messages are not supported: set sm_default_msg_id to 0',
    )
  const scheduledAt = readSchedule(fields.schedule_delivery_time ?? '', now)
  return {
    source: {
      ton: fields.source_addr_ton ?? 0,
      npi: fields.source_addr_npi ?? 0,
      address: fields.source_addr ?? '',
    },
    serviceType: fields.service_type ?? '',
    reference: fields.user_message_reference ?? null,
    reports: reportsOf(fields.registered_delivery ?? 0),
    scheduledAtMs: scheduledAt?.getTime() ?? null,
    validSeconds: readValidity(fields.validity_period ?? '', now, scheduledAt ?? now, validSecondsMax),
    priority,
    ...(protocolId === 0 ? {} : { protocolId }),
  }
}

/** Clocks differ, so a time in the last minute means now. */
function readSchedule(text: string, now: Date): Date | null {
  if (text === '') return null
  const time = parseTime(text, now)
  if (time === null || time.getTime() < now.getTime() - minuteMs)
    throw new Rejection(
      status.invalidSchedule,
      'schedule_delivery_time must be a future time in the form YYMMDDhhmmsstnnp, or empty',
    )
  return time <= now ? null : time
}

/** Relative times count from now. A longer validity than the configured one is shortened. */
function readValidity(text: string, now: Date, dueAt: Date, secondsMax: number): number | null {
  if (text === '') return null
  const until = parseTime(text, now)
  const seconds = until === null ? 0 : Math.floor((until.getTime() - dueAt.getTime()) / 1_000)
  if (seconds < 1)
    throw new Rejection(
      status.invalidExpiry,
      'validity_period must be a time after the delivery in the form YYMMDDhhmmsstnnp, or empty',
    )
  return Math.min(seconds, secondsMax)
}

const { delivered, failed, taken } = reportEvents
/** None, both, failures only, or deliveries only. */
const finalReports = [0, delivered | failed, failed, delivered]
const intermediate = 0x10

const reportsOf = (registeredDelivery: number) =>
  (finalReports[registeredDelivery & 3] ?? 0) | ((registeredDelivery & intermediate) === 0 ? 0 : taken)

export const wireOf = ({ priority, protocolId }: SubmitHead, messageClass: number | null): WireOptions => ({
  ...(priority === 0 ? {} : { priority }),
  ...(protocolId === undefined ? {} : { protocolId }),
  ...(messageClass === null ? {} : { messageClass }),
})

/** Types of numbers. */
const ton = { international: 1, national: 2 } as const

export const destinationOf = ({
  dest_addr_ton: ton = 0,
  dest_addr_npi: npi = 0,
  destination_addr: address = '',
}: Pick<DecodedFields, 'dest_addr_ton' | 'dest_addr_npi' | 'destination_addr'>): SmppAddress => ({ ton, npi, address })

/**
 * The number in the format of the API. Without a type, a number with a leading zero is national, because no calling code
 * begins with one. Kannel marks every number without a plus sign as national, so one that is only valid with its own
 * calling code is used unchanged. The result may still be invalid.
 */
export function numberOf({ ton: type, address }: SmppAddress, callingCode: string | null): string {
  const digits = typedDigits(address)
  const isWritten = address.trim().startsWith('+')
  if (digits.startsWith('00') && !isWritten) return digits.slice(2)
  const isNational = type === ton.national || (type !== ton.international && digits.startsWith('0'))
  if (!isNational || isWritten || callingCode === null) return digits
  const national = `${callingCode}${digits.replace(/^0/, '')}`
  return parsePhone(national) === null && parsePhone(digits) !== null ? digits : national
}

/** A recipient of a submit_multi: an address, or the name of a distribution list on the message centre. */
export type Destination = Address | { readonly dl_name: string }

export type Address = {
  readonly dest_addr_ton?: number
  readonly dest_addr_npi?: number
  readonly destination_addr: string
}

/** A failed recipient of a submit_multi, with the status that a submit_sm would have got. */
export type Failure = Address & { readonly error_status_code: number }

/** The value of a field by its form. Content follows its length, and lists follow their count. */
export interface ValueOf {
  readonly byte: number
  readonly text: string
  readonly content: Buffer
  readonly destinations: Destination[]
  readonly failures: Failure[]
}

export type Layout = Readonly<Record<string, keyof ValueOf>>

export const messageId = { message_id: 'text' } as const
const systemId = { system_id: 'text' } as const
const source = { source_addr_ton: 'byte', source_addr_npi: 'byte', source_addr: 'text' } as const
export const address = { dest_addr_ton: 'byte', dest_addr_npi: 'byte', destination_addr: 'text' } as const
const bind = {
  ...systemId,
  password: 'text',
  system_type: 'text',
  interface_version: 'byte',
  addr_ton: 'byte',
  addr_npi: 'byte',
  address_range: 'text',
} as const
const content = {
  esm_class: 'byte',
  protocol_id: 'byte',
  priority_flag: 'byte',
  schedule_delivery_time: 'text',
  validity_period: 'text',
  registered_delivery: 'byte',
  replace_if_present_flag: 'byte',
  data_coding: 'byte',
  sm_default_msg_id: 'byte',
  short_message: 'content',
} as const
export const message = { service_type: 'text', ...source, ...address, ...content } as const

const replacement = {
  ...messageId,
  ...source,
  schedule_delivery_time: 'text',
  validity_period: 'text',
  registered_delivery: 'byte',
  sm_default_msg_id: 'byte',
  short_message: 'content',
} as const
const data = {
  service_type: 'text',
  ...source,
  ...address,
  esm_class: 'byte',
  registered_delivery: 'byte',
  data_coding: 'byte',
} as const
const listed = { service_type: 'text', ...source, dest_address: 'destinations', ...content } as const
const alert = { ...source, esme_addr_ton: 'byte', esme_addr_npi: 'byte', esme_addr: 'text' } as const
const state = { ...messageId, final_date: 'text', message_state: 'byte', error_code: 'byte' } as const

/** The commands of SMPP 3.4: their ids, and their fields in wire order. Responses have the highest bit set. */
export const commands = {
  generic_nack: [0x8000_0000, {}],
  bind_receiver: [0x0000_0001, bind],
  bind_receiver_resp: [0x8000_0001, systemId],
  bind_transmitter: [0x0000_0002, bind],
  bind_transmitter_resp: [0x8000_0002, systemId],
  query_sm: [0x0000_0003, { ...messageId, ...source }],
  query_sm_resp: [0x8000_0003, state],
  submit_sm: [0x0000_0004, message],
  submit_sm_resp: [0x8000_0004, messageId],
  deliver_sm: [0x0000_0005, message],
  deliver_sm_resp: [0x8000_0005, messageId],
  unbind: [0x0000_0006, {}],
  unbind_resp: [0x8000_0006, {}],
  replace_sm: [0x0000_0007, replacement],
  replace_sm_resp: [0x8000_0007, {}],
  cancel_sm: [0x0000_0008, { service_type: 'text', ...messageId, ...source, ...address }],
  cancel_sm_resp: [0x8000_0008, {}],
  bind_transceiver: [0x0000_0009, bind],
  bind_transceiver_resp: [0x8000_0009, systemId],
  outbind: [0x0000_000b, { ...systemId, password: 'text' }],
  enquire_link: [0x0000_0015, {}],
  enquire_link_resp: [0x8000_0015, {}],
  submit_multi: [0x0000_0021, listed],
  submit_multi_resp: [0x8000_0021, { ...messageId, unsuccess_sme: 'failures' }],
  alert_notification: [0x0000_0102, alert],
  data_sm: [0x0000_0103, data],
  data_sm_resp: [0x8000_0103, messageId],
} as const satisfies Readonly<Record<string, readonly [id: number, layout: Layout]>>

export type Command = keyof typeof commands

const responseBit = 0x8000_0000

export const isResponseId = (id: number): boolean => (id & responseBit) !== 0

/** The type of a TLV: an unsigned number of one, two or four bytes, zero-terminated text, or bytes. */
export type TlvKind = 1 | 2 | 4 | 'text' | 'octets'

/** The TLVs of SMPP 3.4 by name. */
export const tlvs = {
  dest_addr_subunit: [0x0005, 1],
  dest_network_type: [0x0006, 1],
  dest_bearer_type: [0x0007, 1],
  dest_telematics_id: [0x0008, 2],
  source_addr_subunit: [0x000d, 1],
  source_network_type: [0x000e, 1],
  source_bearer_type: [0x000f, 1],
  source_telematics_id: [0x0010, 1],
  qos_time_to_live: [0x0017, 4],
  payload_type: [0x0019, 1],
  additional_status_info_text: [0x001d, 'text'],
  receipted_message_id: [0x001e, 'text'],
  ms_msg_wait_facilities: [0x0030, 1],
  privacy_indicator: [0x0201, 1],
  source_subaddress: [0x0202, 'octets'],
  dest_subaddress: [0x0203, 'octets'],
  user_message_reference: [0x0204, 2],
  user_response_code: [0x0205, 1],
  source_port: [0x020a, 2],
  destination_port: [0x020b, 2],
  sar_msg_ref_num: [0x020c, 2],
  language_indicator: [0x020d, 1],
  sar_total_segments: [0x020e, 1],
  sar_segment_seqnum: [0x020f, 1],
  sc_interface_version: [0x0210, 1],
  number_of_messages: [0x0304, 1],
  dpf_result: [0x0420, 1],
  set_dpf: [0x0421, 1],
  ms_availability_status: [0x0422, 1],
  network_error_code: [0x0423, 'octets'],
  message_payload: [0x0424, 'octets'],
  delivery_failure_reason: [0x0425, 1],
  more_messages_to_send: [0x0426, 1],
  message_state: [0x0427, 1],
  ussd_service_op: [0x0501, 1],
  display_time: [0x1201, 1],
  sms_signal: [0x1203, 2],
  ms_validity: [0x1204, 1],
  alert_on_message_delivery: [0x130c, 'octets'],
  its_reply_type: [0x1380, 1],
  its_session_info: [0x1383, 'octets'],
} as const satisfies Readonly<Record<string, readonly [tag: number, kind: TlvKind]>>

/** TLVs that may appear several times in a PDU. They are always lists. */
export const repeatedTlvs = {
  callback_num_pres_ind: [0x0302, 1],
  callback_num_atag: [0x0303, 'octets'],
  callback_num: [0x0381, 'octets'],
} as const satisfies Readonly<Record<string, readonly [tag: number, kind: TlvKind]>>

interface Tlv {
  readonly name: string
  readonly tag: number
  readonly kind: TlvKind
  readonly isRepeated: boolean
}

const all: readonly Tlv[] = [tlvs, repeatedTlvs].flatMap((table) =>
  Object.entries(table).map(([name, [tag, kind]]) => ({ name, tag, kind, isRepeated: table === repeatedTlvs })),
)
export const tlvsByTag: ReadonlyMap<number, Tlv> = new Map(all.map((tlv) => [tlv.tag, tlv]))
export const tlvsByName: ReadonlyMap<string, Tlv> = new Map(all.map((tlv) => [tlv.name, tlv]))

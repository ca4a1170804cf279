/** Bytes that do not match their PDU header, or a value that no PDU can hold. */
export class BadPdu extends Error {
  override readonly name = 'BadPdu'
}

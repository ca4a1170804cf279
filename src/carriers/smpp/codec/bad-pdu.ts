/** Bytes that are not the PDU that their header says, or a value that no PDU can hold. */
export class BadPdu extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadPdu'
  }
}

/** The flag in esm_class for a user data header at the beginning of the message. */
export const headerIndicator = 0x40

/** The text of a message without its header, and the elements of the header, each with its kind and length first. */
export interface UserData {
  readonly elements: readonly Buffer[]
  readonly headerBytes: number
  readonly text: Buffer
}

export function splitUserData(bytes: Buffer, esmClass: number): UserData {
  if ((esmClass & headerIndicator) === 0 || bytes.length === 0) return { elements: [], headerBytes: 0, text: bytes }
  const headerBytes = Math.min((bytes[0] ?? 0) + 1, bytes.length)
  const elements: Buffer[] = []
  for (let at = 1; at + 1 < headerBytes; ) {
    const end = Math.min(at + 2 + (bytes[at + 1] ?? 0), headerBytes)
    elements.push(bytes.subarray(at, end))
    at = end
  }
  return { elements, headerBytes, text: bytes.subarray(headerBytes) }
}

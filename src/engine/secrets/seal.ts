import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SecretProblem } from './problem.ts'

/** First byte of what is sealed: how the rest was made, so that it can be made differently one day. */
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes
const algorithm = 'aes-256-gcm'

/** Version, nonce, tag, and the text in AES-256-GCM. */
export function seal(key: Buffer, text: string, bound: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(boundTo(bound))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), content])
}

export function open(
  key: Buffer,
  sealed: Buffer,
  { use, bound }: { readonly use: string; readonly bound: string },
): string {
  if (sealed[0] !== version || sealed.length < headBytes)
    throw cannotOpen(use, 'it was written by another version of the program, or is damaged')
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(boundTo(bound)).setAuthTag(sealed.subarray(1 + nonceBytes, headBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8')
  } catch {
    throw cannotOpen(use, 'it was changed or moved in the database, or sealed with another NGOMA_SECRET')
  }
}

const boundTo = (bound: string) => Buffer.from([version, ...Buffer.from(bound)])

const cannotOpen = (use: string, why: string) =>
  new SecretProblem(
    `what is kept encrypted for ${use} can't be opened: ${why}; restore it from a backup, or enter it again`,
  )

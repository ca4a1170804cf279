import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Root } from './roots.ts'

/**
 * A sealed value starts with its version. Version 2 adds the first bytes of the fingerprint of its root secret. Nonce,
 * tag and the AES-256-GCM ciphertext follow.
 */
export type SealVersion = 1 | 2

const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'
const keyIdBytes = 8

/** The first bytes of a value, which identify its version and root secret. */
export const headOf = (version: SealVersion, { fingerprint }: Pick<Root, 'fingerprint'>): Buffer =>
  version === 1 ? Buffer.from([1]) : Buffer.concat([Buffer.from([2]), fingerprint.subarray(0, keyIdBytes)])

export interface SealedFor {
  readonly use: string
  /** The owner of the value, such as its row. */
  readonly bound: string
}

export function seal(version: SealVersion, root: Root, text: string, { use, bound }: SealedFor): Buffer {
  const head = headOf(version, root)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, root.key(use), nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.concat([head, Buffer.from(bound)]))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), content])
}

export type Opened = { readonly text: string } | { readonly problem: 'damaged' | 'unknown' }

export function open(roots: readonly Root[], sealed: Buffer, wanted: SealedFor): Opened {
  const version = sealed[0]
  const headBytes = version === 2 ? 1 + keyIdBytes : 1
  if ((version !== 1 && version !== 2) || sealed.length < headBytes + nonceBytes + tagBytes)
    return { problem: 'damaged' }
  const head = sealed.subarray(0, headBytes)
  for (const root of roots) {
    if (!headOf(version, root).equals(head)) continue
    const text = openWith(root, head, sealed, wanted)
    if (text !== null) return { text }
  }
  return { problem: 'unknown' }
}

function openWith(root: Root, head: Buffer, sealed: Buffer, { use, bound }: SealedFor): string | null {
  const tagAt = head.length + nonceBytes
  const decipher = createDecipheriv(algorithm, root.key(use), sealed.subarray(head.length, tagAt), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.concat([head, Buffer.from(bound)])).setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(tagAt + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

import type { Outage } from '../outage.ts'
import type { Roots, SecretsOptions } from './roots.ts'

/** Keys and encryption for different uses, all of one root secret. */
export interface Secrets {
  /** A key for hashes and signatures, which stays the same when the root secret is rotated. */
  key(use: string): Buffer
  /**
   * Encrypts a text for keeping. `bound` says what it belongs to, such as its row: it can't be opened as if it belonged
   * to another.
   */
  seal(use: string, text: string, bound?: string): Buffer
  /** Throws SecretProblem for what was not sealed for this use, by this secret, and bound to this. */
  open(use: string, sealed: Buffer, bound?: string): string
  /** The same where a value that can't be read is shown as such: null. */
  read(use: string, sealed: Buffer, bound?: string): string | null
  /**
   * Looks whether another secret has become current, and tells the other processes what this one can read. Rejects when
   * this process can't read with the current secret.
   */
  refresh(): Promise<void>
}

/** The secrets of a process that keeps up with rotations. */
export interface RootSecrets extends Secrets {
  readonly options: SecretsOptions
  /** The root secrets that this process can read with; the first seals. */
  roots(): Roots
  /** Refreshes every few seconds, until it is stopped. */
  watch(outage: Outage): { stop(): Promise<void> }
}

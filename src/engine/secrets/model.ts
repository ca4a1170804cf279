import type { Outage } from '../outage.ts'
import type { Roots, SecretsOptions } from './roots.ts'

/** Keys and encryption for different uses, all derived from one root secret. */
export interface Secrets {
  /** Returns a key for hashes and signatures, which survives rotations of the root secret. */
  key(use: string): Buffer
  /**
   * Encrypts a text for storage. `bound` names its owner, such as a row, so that the value cannot be moved to another
   * one.
   */
  seal(use: string, text: string, bound?: string): Buffer
  /** Decrypts a value. Throws SecretProblem unless use, secret and `bound` match. */
  open(use: string, sealed: Buffer, bound?: string): string
  /** Like `open`, but returns null when the value cannot be decrypted. */
  read(use: string, sealed: Buffer, bound?: string): string | null
  /**
   * Reads which secret is current, and publishes which secrets this process has. Rejects when it lacks the current one.
   */
  refresh(): Promise<void>
}

/** Secrets of a process that follows rotations. */
export interface RootSecrets extends Secrets {
  readonly options: SecretsOptions
  /** The root secrets that this process has; the first one encrypts. */
  roots(): Roots
  /** Refreshes every few seconds until stopped. */
  watch(outage: Outage): { stop(): Promise<void> }
}

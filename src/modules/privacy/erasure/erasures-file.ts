import { mkdirSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '../../../context.ts'
import type { Secrets } from '../../../engine/secrets/index.ts'

/** One erasure in the file outside the database, which a restore applies again. */
export interface ErasureEntry {
  readonly id: string
  /** By the clock of the database, like the time of a backup. */
  readonly time: Date
  /** Null for the whole installation. */
  readonly accountId: number | null
  readonly phone: string
  readonly requestedBy: string
}

/** Thrown when the file cannot be read or decrypted. */
class BadErasuresFile extends Error {
  override readonly name = 'BadErasuresFile'
}

const use = 'erasures file'

/** Ends a line that a crash left incomplete. Its erasure never started: an erasure waits until its line is on disk. */
const incompleteEnd = ' incomplete'

export const erasuresPath = ({
  erasuresFile,
  dataDirectory,
}: Pick<Context['config'], 'erasuresFile' | 'dataDirectory'>) => erasuresFile ?? join(dataDirectory, 'erasures.jsonl')

/** Resolves when the line is on disk. One line at once: other processes append to the same file. */
export async function appendErasure(path: string, secrets: Pick<Secrets, 'seal'>, entry: ErasureEntry): Promise<void> {
  const { id, time, accountId, phone, requestedBy } = entry
  const sealed = secrets.seal(use, JSON.stringify({ phone, requestedBy }), id).toString('base64')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = size === 0 ? null : await file.read({ buffer: Buffer.alloc(1), position: size - 1 })
    const start = last === null || last.buffer.toString() === '\n' ? '' : `${incompleteEnd}\n`
    await file.appendFile(`${start}${JSON.stringify({ id, time, account: accountId, sealed })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

type SealedEntry = Omit<ErasureEntry, 'phone' | 'requestedBy'> & { readonly sealed: Buffer }

/** The entries of a file, still encrypted. A missing file has none. */
export async function readErasuresFile(path: string): Promise<SealedEntry[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new BadErasuresFile(`cannot read the erasures file ${path}: ${(error as Error).message}`)
  }
  // The text after the last line is empty or incomplete.
  const lines = text.split('\n').slice(0, -1)
  const isSkipped = (line: string) => line.trim() === '' || line.endsWith(incompleteEnd)
  return lines.flatMap((line, index) => (isSkipped(line) ? [] : [parseLine(path, line, index + 1)]))
}

function parseLine(path: string, line: string, number: number): SealedEntry {
  const bad = () =>
    new BadErasuresFile(
      `line ${number} of the erasures file ${path} is damaged: copy the file from its storage again, or remove the line if its erasure is not needed`,
    )
  try {
    const { id, time, account, sealed } = JSON.parse(line)
    const at = new Date(time)
    const isAccount = account === null || Number.isSafeInteger(account)
    if (!/^[0-9a-f-]{36}$/.test(id) || Number.isNaN(at.getTime()) || !isAccount || typeof sealed !== 'string')
      throw bad()
    return { id, time: at, accountId: account, sealed: Buffer.from(sealed, 'base64') }
  } catch {
    throw bad()
  }
}

export function openEntry(path: string, secrets: Pick<Secrets, 'read'>, entry: SealedEntry): ErasureEntry {
  const { id, time, accountId, sealed } = entry
  const text = secrets.read(use, sealed, id)
  if (text === null)
    throw new BadErasuresFile(
      `cannot decrypt the erasure of ${time.toISOString()} in ${path}: it was written with another root secret. Set NGOMA_SECRET, and NGOMA_SECRET_PREVIOUS if it was rotated, to the secrets of that time`,
    )
  return { id, time, accountId, ...JSON.parse(text) }
}

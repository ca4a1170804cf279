import { createReadStream, createWriteStream, existsSync, fstatSync, openSync, renameSync, rmSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Failure } from './command.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the directory does not exist',
  ENOTDIR: 'the directory does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is exceeded',
  EEXIST:
    'its .part file already exists, because another command is writing it or was interrupted. Remove the .part file and try again.',
}

/** Errors of these system calls come from the written file; all others from the source of the data. */
const writeCalls = ['write', 'writev', 'fsync', 'close']

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const fileFailure = (verb: 'read' | 'write', file: string, error: NodeJS.ErrnoException) =>
  new Failure(`cannot ${verb} ${file}: ${reasons[error.code ?? ''] ?? error.message}`)

function open(file: string, flags: 'r' | 'wx', verb: 'read' | 'write', name = file): number {
  try {
    return openSync(file, flags, 0o600)
  } catch (error) {
    throw fileFailure(verb, name, error as NodeJS.ErrnoException)
  }
}

/**
 * Writes a new file atomically: the data goes into a `.part` file, which is renamed at the end and removed after an
 * error or an interruption. The `.part` file is always new and readable by this user only, so an existing file or link is never written to.
 */
export async function writeNewFile(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  if (existsSync(file)) throw new Failure(`${file} already exists. Choose another file name.`)
  const draft = `${file}.part`
  const target = createWriteStream('', { fd: open(draft, 'wx', 'write', file), flush: true })
  const remove = () => rmSync(draft, { force: true })
  // Without its own handler, the process then ends as the signal demands.
  const onSignal = (signal: NodeJS.Signals) => {
    remove()
    process.kill(process.pid, signal)
  }
  for (const signal of endingSignals) process.once(signal, onSignal)
  try {
    await write(target)
    renameSync(draft, file)
  } catch (error) {
    target.destroy()
    remove()
    throw writeCalls.includes((error as NodeJS.ErrnoException).syscall ?? '')
      ? fileFailure('write', file, error as NodeJS.ErrnoException)
      : error
  } finally {
    for (const signal of endingSignals) process.off(signal, onSignal)
  }
}

export function openToRead(file: string): Readable {
  if (!existsSync(file)) throw new Failure(`cannot read ${file}: the file does not exist`)
  const fd = open(file, 'r', 'read')
  if (fstatSync(fd).isDirectory()) throw new Failure(`cannot read ${file}: ${reasons.EISDIR}`)
  return createReadStream('', { fd })
}

/** Of a file that an option names; - stands for standard input. */
const nameOf = (file: string) => (file === '-' ? 'standard input' : file)

export async function readWhole(file: string): Promise<string> {
  return text(file === '-' ? process.stdin : openToRead(file))
}

/** A secret. From a file, because other users can see command lines in the process list. */
export async function readLine(file: string, what: string): Promise<string> {
  const line = (await readWhole(file)).replace(/\r?\n$/, '')
  if (line === '' || /[\r\n]/.test(line)) throw new Failure(`${nameOf(file)} must contain the ${what} on a single line`)
  return line
}

function parseJson(written: string, name: string): unknown {
  try {
    return JSON.parse(written)
  } catch (error) {
    throw new Failure(`${name} is not valid JSON: ${(error as Error).message}`)
  }
}

export async function readJsonObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  const value = parseJson(await readWhole(file), nameOf(file))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(`${nameOf(file)} must contain a JSON object`)
  return value as Readonly<Record<string, unknown>>
}

/** A JSON value on the command line, in a file, or on standard input. */
export async function readJson(given: string): Promise<unknown> {
  const isValue = /^\s*[[{"]/.test(given)
  return isValue ? parseJson(given, 'the value') : parseJson(await readWhole(given), nameOf(given))
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure } from '../command.ts'

export interface Group {
  /** Such as `smsc` or `sendsms-user`. */
  readonly kind: string
  readonly file: string
  /** The line where it begins. */
  readonly line: number
  /** By name, as written. The last value wins, as in Kannel. */
  readonly settings: ReadonlyMap<string, string>
}

interface Line {
  readonly file: string
  readonly number: number
  readonly text: string
}

const includesMax = 100

/** Reads a kannel.conf and the files that it includes. */
export function readConfig(file: string): Group[] {
  const groups: Group[] = []
  let settings: Map<string, string> | null = null
  let first: Line | null = null
  const end = () => {
    if (settings !== null && first !== null) groups.push(groupOf(settings, first))
    settings = null
  }
  for (const line of linesOf(file, [])) {
    const text = line.text.trim()
    if (text.startsWith('#')) continue
    // Groups end at an empty line, or where the next one begins.
    if (text === '') {
      end()
      continue
    }
    const equals = text.indexOf('=')
    if (equals === -1) throw new Failure(`${line.file}, line ${line.number}: "${text.slice(0, 40)}" has no equals sign`)
    const name = text.slice(0, equals).trim()
    if (name === 'group' && settings?.has(name)) end()
    if (settings === null) {
      settings = new Map()
      first = line
    }
    settings.set(name, unquote(text.slice(equals + 1).trim()))
  }
  end()
  return groups
}

function groupOf(settings: Map<string, string>, { file, number }: Line): Group {
  const kind = settings.get('group')
  if (kind === undefined) throw new Failure(`${file}, line ${number}: the group has no "group = …" line`)
  settings.delete('group')
  return { kind, file, line: number, settings }
}

/** The lines with those of included files in their place. */
function* linesOf(file: string, parents: readonly string[]): Generator<Line> {
  const path = resolve(file)
  if (parents.includes(path) || parents.length > includesMax) throw new Failure(`${file} includes itself`)
  for (const one of filesOf(path)) {
    for (const [index, text] of read(one)
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .entries()) {
      const [, included] = /^\s*include\s*=\s*(.+?)\s*$/.exec(text) ?? []
      if (included === undefined) yield { file: one, number: index + 1, text }
      else yield* linesOf(resolve(dirname(one), unquote(included)), [...parents, path])
    }
  }
}

/** An include may name a directory. */
function filesOf(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .filter((one) => statSync(one).isFile())
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Failure(`cannot read ${file}: ${(error as Error).message.split(',')[0]}`)
  }
}

/** A value in double quotes may have quotes and backslashes after a backslash. */
function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value
  return value.slice(1, -1).replace(/\\(["\\])/g, '$1')
}

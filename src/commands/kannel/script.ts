import { basename } from 'node:path'
import type { Group } from './read-config.ts'
import { hideSecrets } from './secrets.ts'

export interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

const plain = /^[\w@%+=:,./-]+$/

/** The account of a user, as a variable of the script. */
export const accountVariable = '$account'

/** One word of a command line. */
export const quote = (word: string) =>
  word === accountVariable ? `"${word}"` : plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

export const ngoma = (...words: readonly string[]) => ['npx', 'ngoma', ...words].map(quote).join(' ')

/** Creates an object, unless an earlier run of the script did. */
export const create = (...words: readonly string[]) => ngoma(...words, '--if-missing')

/** The script goes on without this carrier or route, and fails at its end. */
export const orContinue = (command: string) => `${command} || failed=1`

/** A comment never spans lines, whatever the value contains. */
export const comment = (text: string) => `# ${text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')}`

export const titleOf = (group: Group, name: string) =>
  `group = ${group.kind}${name === '' ? '' : ` (${name})`}, ${basename(group.file)} line ${group.line}`

/** Notes by setting, from the names of the settings by note. */
export const notesOf = (names: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(names).flatMap(([note, some]) => some.split(' ').map((name) => [name, note])))

/** Comments on settings that no command replaces. `known` explains some; the others have no equivalent. */
export const noteOthers = ({ settings }: Group, used: readonly string[], known: Readonly<Record<string, string>>) =>
  [...settings]
    .filter(([name]) => !used.includes(name))
    .map(([name, value]) => comment(`${name} = ${hideSecrets(name, value)}: ${known[name] ?? 'no equivalent'}`))

/** Items of a list of Kannel, which are separated by semicolons. */
export const listOf = (value: string | undefined) =>
  (value ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const privateHost =
  /^https:\/\/(?:[^/?#]*@)?(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[|[^./:?#]+(?:[:/?#]|$))/i

/** A URL that needs permission: plain HTTP, or a host that is not public. */
export const isPrivateUrl = (url: string) => /^http:/i.test(url) || privateHost.test(url)

export const isYes = (value: string | undefined) => /^(?:true|yes|on|1)$/i.test(value ?? '')
export const isNo = (value: string | undefined) => /^(?:false|no|off|0)$/i.test(value ?? '')

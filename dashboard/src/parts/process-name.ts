import { fill, t } from '../text.ts'

/** A process by its machine and process ID, without the part of the name that only makes it unique. */
export function showProcess(name: string): string {
  const [machine = '', process] = name.split(':')
  return process === undefined ? machine : fill(t.shared.process, { machine, process })
}

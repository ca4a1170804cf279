/** The output of a run: progress lines, then a table. */
import { gapsIn } from './check-queue.ts'
import { acceptedIn, countDuplicates, duplicatesBound, type Violation } from './checker.ts'
import type { History } from './history.ts'
import type { Limits } from './limits.ts'
import { describeFault, type Engine, type Fault } from './plan.ts'

export interface Run {
  readonly seed: number
  readonly engine: Engine
  readonly minutes: number
  readonly command: string
}

const evidenceMax = 5

export const planLines = (plan: readonly Fault[]) =>
  plan.map((fault, index) => `  ${String(index + 1).padStart(3)}. ${describeFault(fault)}`)

export function summarize(run: Run, history: History, limits: Limits, violations: readonly Violation[]): string {
  const { stock, sends, faults, stallSeconds } = history
  const accepted = acceptedIn(history)
  const statuses = new Set(stock?.messages.map(({ phone }) => phone))
  const lost = accepted.filter(({ phone }) => !statuses.has(phone) || !history.taken.has(phone)).length
  const worst = Math.max(0, ...faults.map(({ recoverySeconds }) => recoverySeconds ?? Number.POSITIVE_INFINITY))
  const cells: readonly (readonly [string, string])[] = [
    ['Seed', String(run.seed)],
    ['Engine', run.engine],
    ['Minutes', String(run.minutes)],
    ['Faults', describeKinds(faults.map(({ fault }) => fault))],
    ['Requests', String(sends.length)],
    ['Accepted', String(accepted.length)],
    ['Lost', String(lost)],
    ['Duplicates / bound', `${countDuplicates(history)} / ${duplicatesBound(history, limits)}`],
    ['Worst recovery', Number.isFinite(worst) ? `${worst.toFixed(1)} s` : 'none'],
    ['Longest gap while a worker is frozen', describeGap(history, limits)],
    ['Verdict', violations.length === 0 ? 'passed' : `FAILED (${violations.length} properties)`],
  ]
  const width = Math.max(...cells.map(([name]) => name.length))
  return [
    ...violations.flatMap(({ property, count, evidence }) => [
      `VIOLATED: ${property} (${count} times)`,
      ...evidence.slice(0, evidenceMax).map((line) => `  ${line}`),
      ...(count > evidenceMax ? [`  … and ${count - evidenceMax} more`] : []),
    ]),
    ...(stallSeconds > 2
      ? [`The harness itself stalled for ${stallSeconds.toFixed(1)} s: the machine is too busy.`]
      : []),
    '',
    ...cells.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    `| ${cells.map(([name]) => name).join(' | ')} |`,
    `|${cells.map(() => '---').join('|')}|`,
    `| ${cells.map(([, value]) => value).join(' | ')} |`,
    ...(violations.length === 0 ? [] : ['', `Repeat it with: ${run.command}`]),
  ].join('\n')
}

function describeGap(history: History, { gapSeconds }: Limits): string {
  const gaps = gapsIn(history)
  return gaps.length === 0
    ? 'none frozen'
    : `${Math.max(...gaps.map(({ seconds }) => seconds)).toFixed(1)} s of ${gapSeconds} s`
}

function describeKinds(faults: readonly Fault[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of faults) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return `${faults.length}: ${[...counts].map(([kind, count]) => (count === 1 ? kind : `${count} ${kind}`)).join(', ')}`
}

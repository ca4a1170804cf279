/** The workloads of a run, chosen by name. */
import { assertLedger } from '../../ledger.ts'
import type { Violation } from '../checker.ts'
import { openAirtime } from './airtime.ts'
import { openCampaigns } from './campaigns.ts'
import { openErasures } from './erasures.ts'
import type { Host } from './host.ts'
import { openImports } from './imports.ts'
import { openSmpp } from './smpp.ts'
import { openTransfers } from './transfers.ts'
import type { OpenWorkload, Workload } from './workload.ts'

const openers = {
  airtime: openAirtime,
  campaigns: openCampaigns,
  erasures: openErasures,
  imports: openImports,
  smpp: openSmpp,
  transfers: openTransfers,
} as const satisfies Record<string, OpenWorkload>

export type WorkloadName = keyof typeof openers
export const workloadNames = Object.keys(openers) as WorkloadName[]

export interface Workloads {
  begin(isHeld: boolean): Promise<void>
  /** The states that workloads have not reached yet in which a fault interrupts them. */
  missing(): Promise<string[]>
  release(): Promise<void>
  finish(): Promise<void>
  check(): Promise<Violation[]>
  close(): Promise<void>
}

export const noWorkloads: Workloads = {
  begin: async () => {},
  missing: async () => [],
  release: async () => {},
  finish: async () => {},
  check: async () => [],
  close: async () => {},
}

export async function openWorkloads(names: readonly WorkloadName[], host: Host): Promise<Workloads> {
  const opened: { readonly name: WorkloadName; readonly workload: Workload }[] = []
  for (const name of names) opened.push({ name, workload: await openers[name](host) })
  const all = opened.map(({ workload }) => workload)
  return {
    begin: async (isHeld) => void (await Promise.all(all.map((one) => one.begin(isHeld)))),
    async missing() {
      const states = await Promise.all(
        opened.map(async ({ name, workload }) => {
          const state = await workload.missing()
          return state === null ? [] : [`${name}: ${state}`]
        }),
      )
      return states.flat()
    },
    release: async () => void (await Promise.all(all.map((one) => one.release()))),
    finish: async () => void (await Promise.all(all.map((one) => one.finish()))),
    async check() {
      const ledger = ['every balance matches its entries', () => assertLedger(host.db)] as const
      const properties = opened.flatMap(({ name, workload }) =>
        Object.entries(workload.properties).map(([property, check]) => [`${name}: ${property}`, check] as const),
      )
      const violations: Violation[] = []
      for (const [property, check] of [...properties, ledger]) {
        const evidence = await evidenceOf(check)
        if (evidence.length > 0) violations.push({ property, count: 1, evidence })
      }
      return violations
    },
    close: () => host.close(),
  }
}

async function evidenceOf(check: () => Promise<void> | void): Promise<string[]> {
  try {
    await check()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

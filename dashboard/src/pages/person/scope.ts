import type { PersonData } from '../../../../src/contract/console/person.ts'
import { ask, askFile } from '../../api.ts'
import { withPlus } from '../../parts/numbers.ts'

/** The routes of an account, or of the whole installation. */
export interface Scope {
  readonly account: { readonly id: number; readonly name: string } | null
  /** The path of the erasures, to refresh their list. */
  readonly erasures: string
  /** Finds a typed number. The other routes get the number that was found. */
  show(typed: string): Promise<PersonData>
  exportJson(phone: string): Promise<Blob>
  exportCsv(phone: string, source: string): Promise<Blob>
  erase(phone: string): Promise<unknown>
}

export function scopeOf(account: { readonly id: number; readonly name: string }): Scope {
  const path = { account: account.id }
  return {
    account,
    erasures: `/accounts/${account.id}/erasures`,
    show: (typed) => ask('POST /accounts/:account/person', { path, body: { phone: typed } }),
    exportJson: (phone) => askFile('POST /accounts/:account/person/export', { path, body: { phone: withPlus(phone) } }),
    exportCsv: (phone, source) =>
      askFile('POST /accounts/:account/person/export.csv', { path, body: { phone: withPlus(phone), source } }),
    erase: (phone) => ask('POST /accounts/:account/person/erase', { path, body: { phone: withPlus(phone) } }),
  }
}

export const wholeInstallation: Scope = {
  account: null,
  erasures: '/erasures',
  show: (typed) => ask('POST /person', { body: { phone: typed } }),
  exportJson: (phone) => askFile('POST /person/export', { body: { phone: withPlus(phone) } }),
  exportCsv: (phone, source) => askFile('POST /person/export.csv', { body: { phone: withPlus(phone), source } }),
  erase: (phone) => ask('POST /person/erase', { body: { phone: withPlus(phone) } }),
}

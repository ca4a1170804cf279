import type { PersonData } from '../../../../src/contract/console/person.ts'
import { ask, askFile } from '../../api.ts'

/** The routes of an account, or of the whole installation. */
export interface Scope {
  readonly account: { readonly id: number; readonly name: string } | null
  /** The path of the erasures, to refresh their list. */
  readonly erasures: string
  show(phone: string): Promise<PersonData>
  exportJson(phone: string): Promise<Blob>
  exportCsv(phone: string, source: string): Promise<Blob>
  erase(phone: string): Promise<unknown>
}

export function scopeOf(account: { readonly id: number; readonly name: string }): Scope {
  const path = { account: account.id }
  return {
    account,
    erasures: `/accounts/${account.id}/erasures`,
    show: (phone) => ask('POST /accounts/:account/person', { path, body: { phone } }),
    exportJson: (phone) => askFile('POST /accounts/:account/person/export', { path, body: { phone } }),
    exportCsv: (phone, source) =>
      askFile('POST /accounts/:account/person/export.csv', { path, body: { phone, source } }),
    erase: (phone) => ask('POST /accounts/:account/person/erase', { path, body: { phone } }),
  }
}

export const wholeInstallation: Scope = {
  account: null,
  erasures: '/erasures',
  show: (phone) => ask('POST /person', { body: { phone } }),
  exportJson: (phone) => askFile('POST /person/export', { body: { phone } }),
  exportCsv: (phone, source) => askFile('POST /person/export.csv', { body: { phone, source } }),
  erase: (phone) => ask('POST /person/erase', { body: { phone } }),
}

import { sql } from 'kysely'
import { type Core, type Module, preparationsOf } from '../../module.ts'
import { dataOf } from '../table-data/index.ts'
import { accountsApi, type ReadFigures } from './api.ts'
import { type CredentialCache, startCache } from './cache.ts'
import { credentialsConsole } from './console.ts'
import { sealedPasswords } from './passwords.ts'
import type { SettingsOfModules } from './settings.ts'

const data = [
  dataOf('accounts', { owner: sql`t.id` }),
  dataOf('credentials', { unsearched: ['login', 'last_address'] }),
]

interface Opened {
  readonly cache: CredentialCache
}

interface Needed extends Core, Pick<SettingsOfModules, 'sendingWindow' | 'consentRequired'> {
  readonly readFigures: ReadFigures
}

export const accounts = {
  name: 'accounts',
  open: ({ db, changes }: Core): Opened => ({ cache: startCache(db, changes) }),
  close: ({ cache }: Opened) => cache.stop(),
  routes({ ctx, modules, sendingWindow, consentRequired, readFigures }: Needed, scope) {
    const settings = {
      sendingWindow,
      consentRequired,
      resume: modules.flatMap(({ resumeAccount }) => resumeAccount ?? []),
      translate: modules.flatMap(({ translateAccount }) => translateAccount ?? []),
    }
    accountsApi(scope, ctx, preparationsOf(modules, ctx.config), settings, readFigures)
    credentialsConsole(scope, ctx)
  },
  data,
  sealed: sealedPasswords,
} satisfies Module

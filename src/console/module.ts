import { type Collected, type Core, collect, type Module } from '../module.ts'
import type { RoutingContext } from '../modules/routing/index.ts'
import type { SmsContext } from '../modules/sms/index.ts'
import type { UsersContext } from '../modules/users/index.ts'
import { readListedFigures } from './account-figures.ts'
import { backupConsole } from './backup.ts'
import { liveConsole } from './live.ts'
import { operatorOverviewConsole } from './operator-overview.ts'
import { overviewConsole } from './overview.ts'
import { searchConsole } from './search.ts'
import { operatorSearchConsole } from './search-operator.ts'
import { secretConsole } from './secret.ts'
import { setupConsole } from './setup.ts'
import { systemConsole } from './system.ts'
import { workConsole } from './work.ts'

interface App extends Core, Collected {
  readonly sms: SmsContext
  readonly routed: RoutingContext
  readonly users: UsersContext
}

/** Routes that belong to no single module. */
export const consoleModule = {
  name: 'console',
  open: ({ ctx }: Core) => ({ readFigures: (ids: readonly number[]) => readListedFigures(ctx, ids) }),
  routes({ ctx, sms, routed, users, mail, secrets, role, hosts, modules, provided }: App, scope) {
    const sealed = collect(modules, 'sealed')
    systemConsole(scope, { ...routed, callRecords: sms.callRecords }, { role, hosts, sealed })
    workConsole(scope, ctx)
    overviewConsole(scope, routed)
    setupConsole(scope, users, routed, mail)
    const managed = provided.map(({ managing }) => managing)
    operatorOverviewConsole(scope, sms, routed, { ...ctx, managed })
    searchConsole(scope, sms)
    operatorSearchConsole(scope, sms)
    liveConsole(scope, ctx, modules)
    backupConsole(scope, ctx)
    secretConsole(scope, ctx, secrets, sealed)
  },
} satisfies Module

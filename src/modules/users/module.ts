import type { Core, Module } from '../../module.ts'
import type { Events } from '../events/index.ts'
import { type ReleaseWork, usersConsole } from './console.ts'
import { auditConsole } from './console-audit.ts'
import type { UsersContext } from './context.ts'
import { data } from './data.ts'
import { openUsers } from './index.ts'
import { publicDashboard } from './links.ts'
import { signInRoutes } from './sign-in.ts'
import { deleteExpired } from './store.ts'
import { deleteOldFailures } from './store-failures.ts'
import { deleteOldInvitations } from './store-invitations.ts'
import { listOwnerEmails } from './store-members.ts'

interface Opened {
  readonly users: UsersContext
}

export const users = {
  name: 'users',
  open: ({ ctx, mail, rates, events }: Core & { readonly events: Events }) => ({
    users: openUsers(ctx, mail, rates),
    /** How other modules tell the owners of an account about a problem. */
    notify: {
      events,
      mail,
      dashboard: publicDashboard(ctx.config),
      listOwnerEmails: (accountId: number) => listOwnerEmails(ctx.db, accountId),
    },
  }),
  stop: ({ users }: Opened) => users.mailer.idle(),
  close: ({ users }: Opened) => users.oidc?.close(),
  jobs: ({ db }: Core) => ({
    tasks: [
      { name: 'users: forget wrong passwords', everySeconds: 3_600, run: () => deleteOldFailures(db) },
      { name: 'users: forget ended sessions', everySeconds: 3_600, run: () => deleteExpired(db) },
      { name: 'users: forget old invitations', everySeconds: 86_400, run: () => deleteOldInvitations(db) },
    ],
  }),
  routes({ users, releaseWork }: Opened & { readonly releaseWork: ReleaseWork }, scope) {
    signInRoutes(scope, users)
    usersConsole(scope, users, releaseWork)
    auditConsole(scope, users)
  },
  /** Loads the sign-in library in steps: in one step it would block the event loop for more than half a second. */
  warmUp: ({ users }: Opened) => [
    () => import('better-auth/crypto'),
    () => import('better-auth/db'),
    () => import('better-auth/api'),
    users.auth,
  ],
  data,
  lastingKeys: ['sign-in', 'known device'],
} satisfies Module

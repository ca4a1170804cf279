import type { Jobs } from '../../engine/work/index.ts'
import type { UsersContext } from './context.ts'
import { deleteExpired } from './store.ts'
import { deleteOldFailures } from './store-failures.ts'
import { deleteOldInvitations } from './store-invitations.ts'

export const usersJobs = ({ db }: UsersContext): Jobs => ({
  tasks: [
    { name: 'users: forget wrong passwords', everySeconds: 3_600, run: () => deleteOldFailures(db) },
    { name: 'users: forget ended sessions', everySeconds: 3_600, run: () => deleteExpired(db) },
    { name: 'users: forget old invitations', everySeconds: 86_400, run: () => deleteOldInvitations(db) },
  ],
})

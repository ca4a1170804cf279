import type { Bind, Binds } from '../model.ts'
import type { Session } from './session.ts'

/** The sessions whose binds receive deliver_sm, by credential. */
export interface Receivers extends Omit<Binds, 'owner'> {
  add(session: Session, bind: Bind): void
  remove(session: Session): void
}

export function createReceivers(): Receivers {
  const byCredential = new Map<number, Set<Session>>()
  const credentials = new Map<Session, number>()
  const listeners: (() => void)[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    add(session, bind) {
      if (bind.mode === 'transmitter') return
      const { id } = bind.credential
      credentials.set(session, id)
      byCredential.set(id, (byCredential.get(id) ?? new Set()).add(session))
      changed()
    },
    remove(session) {
      const id = credentials.get(session)
      if (id === undefined) return
      credentials.delete(session)
      const sessions = byCredential.get(id)
      sessions?.delete(session)
      if (sessions?.size === 0) byCredential.delete(id)
      changed()
    },
    // A session that is leaving has no bind any more.
    receiversOf: (credentialId) => [...(byCredential.get(credentialId) ?? [])].flatMap(({ bind }) => bind ?? []),
    receivingCredentials: () => byCredential.keys(),
    onReceiver: (listener) => void listeners.push(listener),
  }
}

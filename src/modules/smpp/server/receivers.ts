import type { Bind } from '../model.ts'
import type { Session } from './session.ts'

/** The sessions whose binds receive deliver_sm, by credential. */
export function createReceivers() {
  const byCredential = new Map<number, Set<Session>>()
  const credentials = new Map<Session, number>()
  const listeners: (() => void)[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    add(session: Session, bind: Bind): void {
      if (bind.mode === 'transmitter') return
      const { id } = bind.credential
      credentials.set(session, id)
      byCredential.set(id, (byCredential.get(id) ?? new Set()).add(session))
      changed()
    },
    remove(session: Session): void {
      const id = credentials.get(session)
      if (id === undefined) return
      credentials.delete(session)
      const sessions = byCredential.get(id)
      sessions?.delete(session)
      if (sessions?.size === 0) byCredential.delete(id)
      changed()
    },
    // A session that is leaving has no bind any more.
    receiversOf: (credentialId: number): readonly Bind[] =>
      [...(byCredential.get(credentialId) ?? [])].flatMap(({ bind }) => bind ?? []),
    receivingCredentials: () => byCredential.keys(),
    onReceiver: (listener: () => void) => void listeners.push(listener),
  }
}

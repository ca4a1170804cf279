import { type ReactNode, useSyncExternalStore } from 'react'

/** A change that the user has to confirm, with its consequences. */
export interface Confirmation<Result = unknown> {
  readonly title: string
  readonly warning: ReactNode
  /** The label of the button, starting with a verb. */
  readonly submit: string
  /** The label of the button that changes nothing, for a change that itself cancels something. */
  readonly dismiss?: string
  /** Most cannot be undone. */
  readonly isDangerous?: boolean
  readonly size?: string
  readonly run: () => Promise<Result>
  /** Paths whose queries are refetched afterwards. */
  readonly refreshes?: readonly string[]
  /** The message when the dialog has closed; a function may do more. */
  readonly done?: string | ((result: Result) => unknown)
}

let asked: Confirmation | null = null
const listeners = new Set<() => void>()

function ask(next: Confirmation | null): void {
  asked = next
  for (const notify of listeners) notify()
}

/** Asks the user to confirm a change, and makes it. The dialog stays open until the change is done, with its error. */
export const confirm = <Result>(confirmation: Confirmation<Result>): void => ask(confirmation as Confirmation)

export const dropConfirmation = (): void => ask(null)

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const useConfirmation = (): Confirmation | null => useSyncExternalStore(subscribe, () => asked)

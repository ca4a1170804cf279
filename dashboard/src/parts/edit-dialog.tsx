import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import type { AnswerOf } from '../../../src/contract/console/index.ts'
import type { ChangeRoute, EditDialogProps, PageFormProps } from './edit-form.tsx'

const load = () => import('./edit-form.tsx')

/** A form and its inputs weigh more than most pages, so pages do not wait for them. */
const EditForm: ComponentType<object> = lazy(async () => ({
  default: (await load()).EditForm as unknown as ComponentType<object>,
}))
// They are there when the first dialog opens, even without a connection. A failure is repeated then.
load().catch(() => {})

/**
 * Adds or changes an object. Its fields come from the contract. Typed text survives a failed request, an expired session
 * and a reload. Refusals are shown at the field that they concern. Mounted only while it is open.
 */
export const EditDialog = <Route extends ChangeRoute, Values extends Record<string, unknown>, Result = AnswerOf<Route>>(
  props: EditDialogProps<Route, Values, Result>,
) => (
  <Suspense>
    <EditForm {...props} />
  </Suspense>
)

/** The same on a page, with a button that saves the changes. */
export const PageForm = <Route extends ChangeRoute, Values extends Record<string, unknown>, Result = AnswerOf<Route>>(
  props: PageFormProps<Route, Values, Result>,
) => (
  <Suspense fallback={<Skeleton height={120} />}>
    <EditForm {...props} />
  </Suspense>
)

import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import { messageOf } from '../api.ts'
import type { Change } from './dialog.tsx'

/** The field that the server refused, by the message of its answer; null for errors of no single field. */
const fieldOf = <Field extends string>(error: Error | null, fields: Readonly<Record<string, Field>>): Field | null =>
  fields[messageOf(error) ?? ''] ?? null

/** Shows a refusal of the server at its field. Returns the change for the dialog, without that error. */
export function useFieldProblem<Values>(
  { setFieldError, getInputNode }: UseFormReturnType<Values>,
  { isPending, error }: Change,
  fields: Readonly<Record<string, keyof Values & string>>,
): Change {
  const field = fieldOf(error, fields)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error; the functions of the form change with each render
  useEffect(() => {
    if (error === null || field === null) return
    setFieldError(field, error.message)
    // The focus scrolls the field into view.
    getInputNode(field)?.focus()
  }, [error, field])
  return { isPending, error: field === null ? error : null }
}

import { bodies } from 'virtual:bodies'
import { Button, Group, Stack } from '@mantine/core'
import { type FormRulesRecord, type UseFormReturnType, useForm } from '@mantine/form'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { AnswerOf, BodyOf, ConsoleRoute, RequestOf } from '../../../src/contract/console/index.ts'
import { placeOf } from '../../../src/values/address.ts'
import type { ProblemCode } from '../../../src/values/problems.ts'
import { fromWireName } from '../../../src/values/wire-names.ts'
import { ask, Refused } from '../api.ts'
import { useChange } from '../data.ts'
import { useMe } from '../session.tsx'
import { fill, t } from '../text.ts'
import { type BodyField, fieldOf, isEmpty, missedRange, readInput } from './body-schema.ts'
import { FormDialog } from './dialog.tsx'
import { sayDone } from './done.tsx'
import { FieldInput, type FieldOptions, type InputProps } from './field-input.tsx'
import { capitalised } from './hint.ts'
import { keep, readKept } from './kept.ts'
import { forgetOnceKey, onceKey } from './once-key.ts'
import { Problem } from './problem.tsx'

/** A field: its label, or more. The schema of the body decides on the input, on required fields and on lengths. */
type Field<Value, Values> = string | FieldOptions<Value, Values>

type FormOf<Values> = UseFormReturnType<Values>

type Fields<Values> = { readonly [Name in keyof Values]?: Field<Values[Name], NoInfer<Values>> }

type FieldsOfProblems<Values> = { readonly [Code in ProblemCode]?: keyof Values & string }

export type ChangeRoute = Exclude<ConsoleRoute, `GET ${string}` | `DELETE ${string}`>

export interface EditDialogProps<Route extends ChangeRoute, Values, Result> extends FormProps<Route, Values, Result> {
  readonly title: string
  readonly isDangerous?: boolean
  readonly size?: string
  readonly close: () => unknown
}

/** A form on a page. */
export interface PageFormProps<Route extends ChangeRoute, Values, Result> extends FormProps<Route, Values, Result> {
  readonly mayChange?: boolean
  readonly maxWidth?: number
}

interface FormProps<Route extends ChangeRoute, Values, Result> {
  readonly route: Route
  readonly path?: RequestOf<Route>['path']
  /** The label of the button, starting with a verb. */
  readonly submit: string
  /** The text above the fields. */
  readonly about?: ReactNode
  /** The first values of the fields. */
  readonly values: Values
  readonly fields: Fields<Values> | ((values: Values) => Fields<Values>)
  /** Rules for fields without an entry, such as those of lists. */
  readonly rules?: FormRulesRecord<Values>
  /** Arranges the inputs, and adds others. */
  readonly children?: (inputs: { readonly [Name in keyof Values]: ReactNode }, form: FormOf<Values>) => ReactNode
  /** By default every field with its name, as the schema says. */
  readonly body?: (values: Values) => BodyOf<NoInfer<Route>>
  /** Replaces the request. */
  readonly send?: (body: BodyOf<NoInfer<Route>>, values: Values) => Promise<Result>
  /** A second attempt after a broken connection must not send or pay twice. */
  readonly isOnce?: boolean
  /** The fields of refusals, by code. A refusal may name its fields itself. */
  readonly problems?: FieldsOfProblems<Values> | ((values: Values) => FieldsOfProblems<Values>)
  /** Secrets are not kept over a reload. */
  readonly hasSecret?: boolean
  /** Paths whose queries are refetched afterwards, as well as those of the resource. */
  readonly refreshes?: readonly string[]
  /** The message when the dialog has closed; a function may do more. */
  readonly done?: string | ((answer: NoInfer<Result>, values: Values) => unknown)
}

/** The content of `EditDialog`, and of `PageForm`, which has no title. */
export function EditForm<Route extends ChangeRoute, Values extends Record<string, unknown>, Result = AnswerOf<Route>>({
  route,
  path,
  title,
  submit,
  isDangerous,
  size,
  mayChange = true,
  maxWidth,
  about,
  values: first,
  fields: given,
  rules,
  children,
  body,
  send,
  isOnce = false,
  problems = {},
  hasSecret = false,
  refreshes = [],
  close,
  done,
}: FormProps<Route, Values, Result> &
  Partial<EditDialogProps<Route, Values, Result> & PageFormProps<Route, Values, Result>>) {
  const isDialog = title !== undefined
  const place = `${route} ${JSON.stringify(path)}`
  const [kept, keepValues] = useKeptValues<Values>(hasSecret || !isDialog ? null : place)
  const fieldsOf = (values: Values) => (typeof given === 'function' ? given(values) : given)
  const names = Object.keys(fieldsOf(first)) as (keyof Values & string)[]
  const optionsOf = (name: string, values: Values): FieldOptions<unknown, Values> => {
    const field = fieldsOf(values)[name] as Field<unknown, Values>
    return typeof field === 'string' ? { label: field } : field
  }
  const check = (name: string) => (value: unknown, values: Values) =>
    faultOf(bodyField(route, name), optionsOf(name, values), value, values)
  const form = useForm<Values>({
    initialValues: { ...first, ...kept },
    validate: { ...Object.fromEntries(names.map((name) => [name, check(name)])), ...rules } as FormRulesRecord<Values>,
    onValuesChange: keepValues,
  })
  const change = useChange<Values, Result>(
    (values) => {
      const content = body ? body(values) : (bodyBySchema(route, names, optionsOf, values) as BodyOf<Route>)
      if (send) return send(content, values)
      const request = { path, body: content } as RequestOf<Route>
      return ask(route, request, isOnce ? { headers: onceKey(place, content) } : {}) as Promise<Result>
    },
    {
      refreshes: [collectionOf(route, path), ...refreshes],
      onDone: async (answer) => {
        keepValues(null)
        if (isOnce) forgetOnceKey(place)
        const values = form.getValues()
        await close?.()
        if (!isDialog) form[hasSecret ? 'reset' : 'resetDirty']()
        const message = typeof done === 'function' ? done(answer, values) : done
        if (typeof message === 'string') sayDone(message)
      },
    },
  )
  const byCode = typeof problems === 'function' ? problems(form.values) : problems
  // Fields without an entry have inputs of their own.
  const shown = Object.keys(first).filter(
    (name) => !names.includes(name) || !optionsOf(name, form.values).isHidden?.(form.values),
  )
  const refused = refusedFields(change.error, shown, byCode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error; the functions of the form change with each render
  useEffect(() => {
    const [name] = Object.keys(refused)
    if (name === undefined) return
    form.setErrors(refused)
    // The focus scrolls the field into view.
    form.getInputNode(name)?.focus()
  }, [change.error])

  const inputs = Object.fromEntries(
    names.map((name) => {
      const options = optionsOf(name, form.values)
      if (options.isHidden?.(form.values)) return [name, null]
      const field = bodyField(route, name)
      const props: InputProps<unknown> = {
        label: options.label,
        description: options.help,
        required: isRequired(field, options),
        error: (form.errors[name] as string | undefined) ?? null,
        value: form.values[name],
        onChange: (value) => form.setFieldValue(name, value as never),
        'data-path': name,
      }
      if (options.input)
        return [name, <Fragment key={name}>{options.input({ ...props, disabled: !mayChange })}</Fragment>]
      const isDisabled = !mayChange || (options.isDisabled?.(form.values) ?? false)
      return [name, <FieldInput key={name} field={field} options={options} isDisabled={isDisabled} props={props} />]
    }),
  ) as { readonly [Name in keyof Values]: ReactNode }
  const content = (
    <>
      {about}
      {children ? children(inputs, form) : Object.values(inputs)}
    </>
  )
  const error = Object.keys(refused).length > 0 ? null : change.error
  const onSubmit = form.onSubmit((values) => change.mutate(values))
  return isDialog ? (
    <FormDialog
      title={title}
      isOpen
      onClose={() => void close?.()}
      change={{ isPending: change.isPending, error }}
      submit={submit}
      isDangerous={isDangerous}
      size={size}
      onSubmit={onSubmit}
    >
      {content}
    </FormDialog>
  ) : (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm" maw={maxWidth}>
        {content}
        <Problem error={error} />
        {mayChange && (
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
              {submit}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

function bodyField(route: string, name: string): BodyField {
  const { required = [], properties = {} } = bodies[route] ?? {}
  return fieldOf(properties[name] ?? {}, required.includes(name))
}

/** The path of the list with the object: that of the route until the name of the object. */
function collectionOf(route: ConsoleRoute, path: Readonly<Record<string, string | number>> | undefined): string {
  const [start = ''] = /^\S+ (?:\/v2|\/accounts\/:account(?=\/))?[^:]*(?<!\/)/.exec(route) ?? []
  return placeOf(start as ConsoleRoute, path)
}

const isRequired = (field: BodyField, { missing }: { readonly missing?: string }) =>
  missing !== undefined || field.isRequired

function faultOf<Values>(field: BodyField, options: FieldOptions<unknown, Values>, value: unknown, values: Values) {
  if (options.isHidden?.(values)) return null
  if (isEmpty(value) && isRequired(field, options)) return options.missing ?? t.shared.fieldMissing
  const range = missedRange(field, value)
  if (range !== null) return fill(t.shared.wholeNumber, range)
  return options.check?.(value, values) ?? null
}

/** Hidden and disabled fields are not sent, nor those that the body does not have. */
const bodyBySchema = <Values extends Record<string, unknown>>(
  route: string,
  names: readonly string[],
  optionsOf: (name: string, values: Values) => FieldOptions<unknown, Values>,
  values: Values,
) =>
  Object.fromEntries(
    names
      .filter((name) => !optionsOf(name, values).isHidden?.(values) && !optionsOf(name, values).isDisabled?.(values))
      .filter((name) => bodies[route]?.properties[name] !== undefined)
      .map((name) => [name, readInput(bodyField(route, name), values[name])]),
  )

/** The messages of a refusal by field; none if it also concerns something else. */
function refusedFields(
  error: Error | null,
  names: readonly string[],
  problems: Readonly<Partial<Record<string, string>>>,
): Readonly<Record<string, string>> {
  if (!(error instanceof Refused) || error.code === null) return {}
  const { errors = [] } = (error.answer ?? {}) as { errors?: readonly { field: string; message: string }[] }
  const field = problems[error.code]
  const byCode = field !== undefined && names.includes(field) ? field : undefined
  const named = errors.map(({ field, message }) => [fromWireName(field.split(/[.[]/)[0] ?? ''), message] as const)
  if (named.length === 0) return byCode === undefined ? {} : { [byCode]: error.message }
  if (!named.every(([name]) => names.includes(name))) return {}
  return Object.fromEntries(
    named.length === 1
      ? [[named[0]?.[0], error.message]]
      : named.map(([name, message]) => [name, capitalised(message)]),
  )
}

/** Typed values until the dialog closes, also over a reload. Those of one user are not for the next. */
function useKeptValues<Values>(place: string | null) {
  const { user } = useMe()
  const name = `ngoma.form.${user?.id} ${place}`
  const [kept] = useState(() => (place === null ? {} : (JSON.parse(readKept(name) ?? '{}') as Partial<Values>)))
  useEffect(() => () => keep(name, null), [name])
  return [
    kept,
    (values: Values | null) => {
      if (place !== null) keep(name, values && JSON.stringify(values))
    },
  ] as const
}

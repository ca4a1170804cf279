import { Kbd } from '@mantine/core'
import { Fragment } from 'react'

/** Keys in a row. */
export const KeyNames = ({ of: names }: { readonly of: readonly string[] }) =>
  names.map((name, place) => (
    <Fragment key={name}>
      {place > 0 && ' '}
      <Kbd>{name}</Kbd>
    </Fragment>
  ))

import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { onProofRequired } from '../api.ts'

const load = () => import('./prove.tsx')

const Form = lazy(async () => ({ default: (await load()).Prove }))

/** Rarely shown, so its form is not part of the first load. */
export function Prove(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  )
}

/** Asks for a password or a code when the server requires it. Requests wait until the dialog closes. */
export function ProveDialog() {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<((isProved: boolean) => void)[]>([])
  useEffect(() => {
    const open = () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        setOpen(true)
      })
    // Without the form, the request fails with the server’s answer.
    onProofRequired(() => load().then(open, () => false))
    return () => onProofRequired(null)
  }, [])
  const close = (isProved: boolean) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(isProved)
  }
  return isOpen ? <Prove onClose={close} /> : null
}

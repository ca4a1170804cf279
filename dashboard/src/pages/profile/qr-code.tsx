import { encode } from 'uqr'

/** A picture for the camera of a phone: black on white in the dark too, because many apps read nothing else. */
export function QrCode({
  text,
  label,
  size = 208,
}: {
  readonly text: string
  readonly label: string
  readonly size?: number
}) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 3 })
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

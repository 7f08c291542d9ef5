# Jugar sin conexión, en los ajustes
offline-title = Jugar sin conexión
offline-why = Descarga lo que este dispositivo necesita para jugar contra bots sin conexión: los tres juegos, lecciones, repeticiones y pistas.
offline-get = Guardar para jugar sin conexión ({ $size } MB)
offline-coming = Descargando: { $size } MB
offline-there = Rumpus está disponible sin conexión en este dispositivo.
offline-remove = Quitarlo de este dispositivo ({ $size } MB)
offline-failed = No funcionó: no se pudo descargar una parte, o no hay espacio en este dispositivo. Revisa tu conexión y vuelve a intentarlo.

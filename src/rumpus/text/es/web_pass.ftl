# Varias personas en un solo dispositivo que se pasan.

pass-add = Alguien más juega en este dispositivo
pass-add-how = Se van pasando el dispositivo. Entre un turno y otro, un telón tapa las cartas.
pass-name = Su nombre
pass-name-empty = Escribe el nombre de la otra persona.
pass-sit = Agregar persona
pass-to = Pásaselo a { $name }
pass-how = Que nadie más mire ahora. ¿Eres { $name }?
pass-open = Soy { $name }: mostrar mis cartas
pass-meanwhile = { $name } está jugando.
pass-back = Deshacer la última jugada de { $name }

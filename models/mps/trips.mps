* Bags and chests on a cart with 30 units of weight and 7 places, of which some
* are spare. What is lost is the opposite of the value: some programs pass over a
* section OBJSENSE, or refuse it. Fixed MPS: names have blanks.
* Source: made for this project.
* Optimum: -23
* Solutions: 1
NAME          trips
ROWS
 N  the loss
 L  weight
 E  all room
 G  balance
COLUMNS
    M1        'MARKER'                 'INTORG'
    bag       the loss            -3   weight               4
    bag       all room             1   balance             -1
    a chest   the loss            -7   weight               9
    a chest   all room             2   balance              1
    spare     all room             1
    M2        'MARKER'                 'INTEND'
RHS
    RHS       weight              30   all room             7
    RHS       balance             -2
RANGES
    RNG       balance              4
BOUNDS
 UP BND       bag                  5
 UP BND       a chest              3
 PL BND       spare
ENDATA
